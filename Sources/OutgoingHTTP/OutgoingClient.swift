internal import CCurlCalls
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Sends requests to other servers, by libcurl. Follows no redirects, and uses no proxies of the environment, because
/// both could lead to addresses that are not allowed.
package struct OutgoingClient: Sendable {
  /// The largest number of body bytes to keep. Further ones are read and dropped, up to ``maximumReadBytes``.
  package static let maximumBodyBytes = 4096
  /// The number of body bytes after which the client closes the connection.
  static let maximumReadBytes = 1 << 20

  /// Whether addresses of private networks and of this machine are allowed.
  private let allowsPrivateAddresses: Bool
  /// The time for the whole exchange, in milliseconds.
  private let timeout: Int
  private let cancellation = Cancellation()

  private final class Cancellation: Sendable {
    let isCancelled = Atomic<Bool>(false)
  }

  package init(allowsPrivateAddresses: Bool, timeout: Int = 15_000) {
    self.allowsPrivateAddresses = allowsPrivateAddresses
    self.timeout = timeout
  }

  /// Ends running exchanges within a second. Every later one fails.
  package func cancel() { cancellation.isCancelled.store(true, ordering: .relaxed) }

  /// The state of an exchange that the callbacks of libcurl use.
  private final class Exchange {
    var body: [UInt8] = []
    var readBytes = 0
    let allowsPrivateAddresses: Bool
    let cancellation: Cancellation
    var refusedAddress: String?

    init(allowsPrivateAddresses: Bool, cancellation: Cancellation) {
      self.allowsPrivateAddresses = allowsPrivateAddresses
      self.cancellation = cancellation
    }
  }

  /// Sends a request and waits for the response. Blocks for up to the timeout.
  package func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse {
    let curl = try LoadedCurl.loaded.get()
    guard let easy = unsafe curl.makeEasy() else { throw OutgoingError("libcurl has no memory") }
    defer { unsafe curl.cleanUp(easy) }
    guard !cancellation.isCancelled.load(ordering: .relaxed) else { throw Self.shutdownError }
    let exchange = Exchange(allowsPrivateAddresses: allowsPrivateAddresses, cancellation: cancellation)
    var error = [CChar](repeating: 0, count: LoadedCurl.errorBytes)
    var list: LoadedCurl.List?
    defer { unsafe curl.freeList(list) }
    for (name, value) in request.fields + [("Expect", "")] {
      unsafe list = unsafe curl.append(list, "\(name): \(value)")
    }
    let options: [(Int32, Int)] = [
      (LoadedCurl.Option.noSignal, 1), (LoadedCurl.Option.noProgress, 0), (LoadedCurl.Option.post, 1),
      (LoadedCurl.Option.followLocation, 0), (LoadedCurl.Option.quickExit, 1),
      (LoadedCurl.Option.protocols, LoadedCurl.webProtocols),
      (LoadedCurl.Option.timeoutMilliseconds, timeout),
      (LoadedCurl.Option.connectTimeoutMilliseconds, min(timeout, 10_000)),
      (LoadedCurl.Option.postFieldSize, request.body.count),
    ]
    for (option, value) in options { unsafe curl.set(option, of: easy, to: value) }
    // SAFETY: the exchange, the strings and the buffers live until `perform` has returned.
    let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(exchange).toOpaque())
    let code = unsafe request.url.withCString { url in
      unsafe "".withCString { noProxy in
        unsafe request.body.withUnsafeBytes { body in
          unsafe error.withUnsafeMutableBytes { error in
            unsafe curl.set(LoadedCurl.Option.url, of: easy, to: url)
            unsafe curl.set(LoadedCurl.Option.proxy, of: easy, to: noProxy)
            unsafe curl.set(LoadedCurl.Option.httpHeader, of: easy, to: UnsafeRawPointer(list))
            unsafe curl.set(LoadedCurl.Option.postFields, of: easy, to: body.baseAddress)
            unsafe curl.set(
              LoadedCurl.Option.errorBuffer, of: easy, to: UnsafeRawPointer(error.baseAddress))
            unsafe curl.set(LoadedCurl.Option.writeData, of: easy, to: context)
            unsafe curl.set(LoadedCurl.Option.openSocketData, of: easy, to: context)
            unsafe curl.set(LoadedCurl.Option.progressData, of: easy, to: context)
            unsafe curl.setProgress(of: easy, to: Self.progress)
            unsafe curl.setReceiver(of: easy, to: Self.receive)
            unsafe curl.setOpener(of: easy, to: Self.open)
            return withExtendedLifetime(exchange) { unsafe curl.perform(easy) }
          }
        }
      }
    }
    let status = unsafe curl.status(of: easy)
    // If `receive` stopped a long response, its status is still valid.
    if code != 0, exchange.readBytes <= Self.maximumReadBytes || status == 0 {
      if cancellation.isCancelled.load(ordering: .relaxed) { throw Self.shutdownError }
      if let address = exchange.refusedAddress {
        throw OutgoingError(
          "\(address) is a private address; start the server with --webhook-private-addresses to allow it")
      }
      let reason = String(
        decoding: error.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw OutgoingError(
        reason.isEmpty
          ? unsafe curl.describe(code).map { unsafe String(cString: $0) } ?? "no response" : reason)
    }
    return OutgoingResponse(status: status, body: exchange.body)
  }

  private static let receive: marquee_curl_receiver = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    // SAFETY: the context is the exchange, which lives until `perform` has returned.
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    let (length, isTooLarge) = size.multipliedReportingOverflow(by: count)
    guard !isTooLarge, let length = Int(exactly: length) else { return 0 }
    exchange.readBytes += length
    guard exchange.readBytes <= OutgoingClient.maximumReadBytes else { return 0 }
    let room = OutgoingClient.maximumBodyBytes - exchange.body.count
    // SAFETY: libcurl has that many bytes there.
    unsafe exchange.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: min(length, room)))
    return UInt(length)
  }

  private static let shutdownError = OutgoingError("the server is shutting down", isShutdown: true)

  /// Called at least once a second during an exchange. A result other than 0 ends it.
  private static let progress: marquee_curl_progress = { context, _, _, _, _ in
    guard let context = unsafe context else { return 1 }
    // SAFETY: the context is the exchange, which lives until `perform` has returned.
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    return exchange.cancellation.isCancelled.load(ordering: .relaxed) ? 1 : 0
  }

  /// Opens a socket unless the resolved address is not allowed. Checking the name before would not be enough: it may
  /// resolve to another address later.
  private static let open: marquee_curl_opener = { context, _, address in
    guard let context = unsafe context, let address = unsafe address else { return -1 }
    // SAFETY: the context is the exchange, which lives until `perform` has returned.
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    if !exchange.allowsPrivateAddresses {
      var text = [CChar](repeating: 0, count: 64)
      // SAFETY: libcurl has `length` bytes of the address there.
      let result = unsafe withUnsafePointer(to: &address.pointee.address) { start in
        unsafe getnameinfo(
          start, socklen_t(address.pointee.length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      }
      let name = String(decoding: text.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard result == 0, PublicNetwork.contains(name) else {
        exchange.refusedAddress = name
        return -1
      }
    }
    let type = unsafe address.pointee.type
    #if canImport(Glibc)
      return unsafe socket(
        address.pointee.family, type | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    #else
      return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    #endif
  }
}
