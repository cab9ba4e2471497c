internal import CCurlCalls
internal import Synchronization

/// Sends requests to other servers, by libcurl. Follows no redirects, and uses no proxies of the environment, because
/// both could lead to addresses that are not allowed.
package struct OutgoingClient: Sendable {
  /// The limits of an exchange.
  struct Limits: Sendable {
    /// The largest number of body bytes to keep.
    let keptBytes: Int
    /// The number of body bytes after which the client closes the connection.
    let readBytes: Int
    /// The time for the whole exchange, in milliseconds; 0 for no limit.
    let milliseconds: Int
    /// The longest wait for a byte, in seconds; 0 for no limit.
    let idleSeconds: Int
    /// The longest wait for the head, and for each part of a body, in seconds; 0 for no limit.
    var stallSeconds = 0

    /// The error for a body with more than `readBytes`.
    var tooLong: OutgoingError { OutgoingError("the response has more than \(readBytes >> 20) MiB") }

    fileprivate var timeout: OutgoingError {
      idleSeconds > 0
        ? OutgoingError("the server sent nothing for \(idleSeconds) seconds", isTimeout: true)
        : OutgoingError("no response came within \(milliseconds / 1000) seconds", isTimeout: true)
    }
    /// The error for a server that stops sending.
    var stalled: OutgoingError {
      OutgoingError("the server sent nothing for \(stallSeconds) seconds", isTimeout: true)
    }
    /// The time for making a connection, in milliseconds.
    fileprivate var connectMilliseconds: Int {
      idleSeconds > 0
        ? idleSeconds.multipliedReportingOverflow(by: 1000).partialValue : min(milliseconds, 10_000)
    }
  }

  private let addresses: AddressRule
  private let limits: Limits
  private let cancellation = Cancellation()

  private final class Cancellation: Sendable {
    let isCancelled = Atomic<Bool>(false)
  }

  /// A client for messages. It keeps the first 4096 bytes of a response's body.
  /// - Parameter timeout: the time for the whole exchange, in milliseconds.
  package init(allowsPrivateAddresses: Bool, timeout: Int = 15_000) {
    addresses = allowsPrivateAddresses ? .any : .publicOnly
    limits = Limits(keptBytes: 4096, readBytes: 1 << 20, milliseconds: timeout, idleSeconds: 0)
  }

  /// A client for documents, from servers at any address.
  /// - Parameters:
  ///   - maximumBytes: the largest body; a longer one is an error.
  ///   - idleTimeout: the longest wait for a connection or a byte, in seconds.
  package init(maximumBytes: Int, idleTimeout: Int) {
    addresses = .any
    limits = Limits(
      keptBytes: maximumBytes, readBytes: maximumBytes, milliseconds: 0, idleSeconds: idleTimeout)
  }

  /// A client for a gateway, which passes responses on while they arrive. Making a connection takes at most 10 seconds.
  /// - Parameters:
  ///   - maximumBytes: the largest body; a longer one is an error.
  ///   - timeout: the time for the whole exchange, in milliseconds.
  ///   - stallTimeout: the longest wait for the head, and for each part of a body, in seconds.
  package init(addresses: AddressRule, maximumBytes: Int, timeout: Int, stallTimeout: Int) {
    self.addresses = addresses
    limits = Limits(
      keptBytes: maximumBytes, readBytes: maximumBytes, milliseconds: timeout, idleSeconds: 0,
      stallSeconds: stallTimeout)
  }

  /// Ends running exchanges within a second. Every later one fails.
  package func cancel() { cancellation.isCancelled.store(true, ordering: .relaxed) }

  /// Sends a request and waits for the response.
  package func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse {
    let (status, exchange) = try perform(request, nil)
    return OutgoingResponse(status: status, fields: exchange.fields, body: exchange.body)
  }

  /// Sends a request and passes the response on while it arrives. Returns after its end.
  /// - Throws: ``OutgoingError`` also for a response that ends too early, whose beginning the receiver has.
  package func send(
    _ request: OutgoingRequest, to receiver: some ResponseReceiver
  ) throws(OutgoingError) {
    try perform(request, receiver).exchange.finish()
  }

  private func perform(
    _ request: OutgoingRequest, _ receiver: (any ResponseReceiver)?
  ) throws(OutgoingError) -> (status: Int, exchange: Exchange) {
    let curl = try LoadedCurl.loaded.get()
    guard let easy = unsafe curl.makeEasy() else { throw OutgoingError("libcurl has no memory") }
    defer { unsafe curl.cleanUp(easy) }
    let isCancelled = { [cancellation] in cancellation.isCancelled.load(ordering: .relaxed) }
    guard !isCancelled() else { throw .cancelled }
    let exchange = Exchange(limits, addresses: addresses, receiver: receiver, isCancelled: isCancelled)
    let (code, detail) = unsafe perform(request, exchange, easy, curl)
    let status = unsafe curl.info(.status, of: easy)
    if code != 0, !exchange.isCut {
      if isCancelled() { throw .cancelled }
      if let error = exchange.error { throw error }
      // CURLE_FILESIZE_EXCEEDED: the length is in the head of the response.
      if code == 63 { throw limits.tooLong }
      throw unsafe OutgoingError(code: code, detail: detail, timeout: limits.timeout, of: easy, curl)
    }
    guard exchange.isHeadComplete else { throw .incomplete }
    return (status, exchange)
  }

  /// - Returns: the result of libcurl, and its explanation.
  private func perform(
    _ request: OutgoingRequest, _ exchange: Exchange, _ easy: LoadedCurl.Easy, _ curl: LoadedCurl
  ) -> (code: Int32, detail: String) {
    // A request that can have a body says that it has none (RFC 9110 §8.6).
    let hasBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
    var options: [(Int32, Int)] = [
      (LoadedCurl.Option.noSignal, 1), (LoadedCurl.Option.noProgress, 0),
      (LoadedCurl.Option.followLocation, 0), (LoadedCurl.Option.quickExit, 1),
      (LoadedCurl.Option.pathAsIs, 1), (LoadedCurl.Option.protocols, LoadedCurl.webProtocols),
      (LoadedCurl.Option.timeoutMilliseconds, limits.milliseconds),
      (LoadedCurl.Option.connectTimeoutMilliseconds, limits.connectMilliseconds),
      (LoadedCurl.Option.lowSpeedBytes, 1), (LoadedCurl.Option.lowSpeedSeconds, limits.idleSeconds),
    ]
    if limits.keptBytes == limits.readBytes {
      options.append((LoadedCurl.Option.maximumBodyBytes, limits.readBytes))
    }
    if request.method == "HEAD" { options.append((LoadedCurl.Option.noBody, 1)) }
    if hasBody {
      options += [(LoadedCurl.Option.post, 1), (LoadedCurl.Option.postFieldSize, request.body?.count ?? 0)]
    }
    for (option, value) in options { unsafe curl.set(option, of: easy, to: value) }
    unsafe curl.setProgress(of: easy, to: Exchange.progress)
    unsafe curl.setReceiver(LoadedCurl.Option.headerFunction, of: easy, to: Exchange.receiveLine)
    unsafe curl.setReceiver(LoadedCurl.Option.writeFunction, of: easy, to: Exchange.receiveBody)
    unsafe curl.setOpener(of: easy, to: Exchange.open)
    // SAFETY: the exchange lives until `perform` has returned.
    let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(exchange).toOpaque())
    for option in [
      LoadedCurl.Option.headerData, LoadedCurl.Option.writeData, LoadedCurl.Option.openSocketData,
      LoadedCurl.Option.progressData,
    ] { unsafe curl.set(option, of: easy, to: context) }
    // libcurl copies these texts.
    let texts: [(Int32, String?)] = [
      (LoadedCurl.Option.url, request.url), (LoadedCurl.Option.proxy, ""),
      (LoadedCurl.Option.method, request.method),
      (LoadedCurl.Option.certificateFile, TrustedCertificates.file?.path),
      (LoadedCurl.Option.certificateFolder, TrustedCertificates.folder?.path),
    ]
    for case (let option, let text?) in texts {
      unsafe text.withCString { unsafe curl.set(option, of: easy, to: $0) }
    }
    var list: LoadedCurl.List?
    defer { unsafe curl.freeList(list) }
    for line in Self.lines(request, hasBody: hasBody, isExact: exchange.isPassedOn) {
      unsafe list = unsafe curl.append(list, line)
    }
    unsafe curl.set(LoadedCurl.Option.httpHeader, of: easy, to: UnsafeRawPointer(list))
    var error = [CChar](repeating: 0, count: LoadedCurl.errorBytes)
    // Without an address, libcurl would read the body from standard input.
    let body = request.body.flatMap { $0.isEmpty ? nil : $0 } ?? [0]
    // SAFETY: the list and the buffers live until `perform` has returned.
    let code = unsafe body.withUnsafeBytes { body in
      unsafe error.withUnsafeMutableBytes { error in
        if hasBody { unsafe curl.set(LoadedCurl.Option.postFields, of: easy, to: body.baseAddress) }
        unsafe curl.set(LoadedCurl.Option.errorBuffer, of: easy, to: UnsafeRawPointer(error.baseAddress))
        return withExtendedLifetime(exchange) { unsafe curl.perform(easy) }
      }
    }
    let detail = String(
      decoding: error.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard detail.isEmpty else { return (code, detail) }
    return (code, unsafe curl.describe(code).map { unsafe String(cString: $0) } ?? "no response")
  }

  /// The field lines in libcurl's notation: `name;` is an empty field, and `name:` removes one of libcurl's own.
  /// - Parameter isExact: whether libcurl adds no field of its own.
  private static func lines(_ request: OutgoingRequest, hasBody: Bool, isExact: Bool) -> [String] {
    var lines = request.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    lines.append("Expect:")
    if isExact, !request.fields.contains(where: { $0.name.lowercased() == "accept" }) {
      lines.append("Accept:")
    }
    if hasBody, !request.fields.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    return lines
  }
}
