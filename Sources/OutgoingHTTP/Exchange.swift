internal import CCurlCalls

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The state of an exchange, and the callbacks with which libcurl changes it.
final class Exchange {
  /// The largest size of the status line and fields, those of interim responses included, in bytes.
  private static let maximumHeadBytes = 1 << 16

  private(set) var fields: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  /// Whether the head of the last response has ended.
  private(set) var isHeadComplete = false
  /// The error for a response beyond a limit.
  private(set) var error: OutgoingError?
  /// Whether reading stopped before the end of the body, as the limits of the request allow.
  private(set) var isCut = false

  private let limits: OutgoingClient.Limits
  private let addresses: AddressRule
  private let isCancelled: () -> Bool
  /// Receives the response instead of this exchange; nil to keep it here.
  private let receiver: (any ResponseReceiver)?
  /// Whether the response goes to a receiver.
  var isPassedOn: Bool { receiver != nil }
  /// Whether the receiver has the head.
  private var hasBegun = false
  private var status = 0
  private var headBytes = 0
  private var bodyBytes = 0
  /// The time of the last byte of a body in either direction, or of the end of the head.
  private var lastProgress = ContinuousClock.now
  /// The bytes of bodies that have been sent and received.
  private var transferred: (Int64, Int64) = (0, 0)

  init(
    _ limits: OutgoingClient.Limits, addresses: AddressRule, receiver: (any ResponseReceiver)?,
    isCancelled: @escaping () -> Bool
  ) {
    self.limits = limits
    self.addresses = addresses
    self.receiver = receiver
    self.isCancelled = isCancelled
  }

  /// The exchange of a callback.
  private static func of(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    // SAFETY: the context is the exchange, which lives until `perform` has returned.
    unsafe context.map { unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Head

  /// Receives one line of the head or of the trailers.
  static let receiveLine: marquee_curl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe Exchange.of(context),
      let line = unsafe Exchange.buffer(bytes, size, count)
    else { return 0 }
    return unsafe exchange.add(line: line) ? UInt(line.count) : 0
  }

  private func add(line bytes: UnsafeRawBufferPointer) -> Bool {
    headBytes += bytes.count
    guard headBytes <= Self.maximumHeadBytes else {
      error = OutgoingError("the head of the response is too long")
      return false
    }
    let line = unsafe String(decoding: bytes, as: UTF8.self).trimmingEnd()
    if line.hasPrefix("HTTP/") {
      // Interim responses precede the final one (RFC 9110 §15.2).
      fields = []
      isHeadComplete = false
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if line.isEmpty {
      isHeadComplete = true
      lastProgress = .now
    } else if !isHeadComplete {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        error = .malformed
        return false
      }
      fields.append((String(line[..<colon]), String(line[line.utf8.index(after: colon)...]).trimmingStart()))
    }
    return true
  }

  // MARK: Body

  /// Receives a part of the body.
  static let receiveBody: marquee_curl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe Exchange.of(context),
      let part = unsafe Exchange.buffer(bytes, size, count)
    else { return 0 }
    return unsafe exchange.add(part) ? UInt(part.count) : 0
  }

  private func add(_ part: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += part.count
    guard bodyBytes <= limits.readBytes else {
      isCut = limits.keptBytes < limits.readBytes
      if !isCut { error = limits.tooLong }
      return false
    }
    if let receiver {
      guard begin(receiver) else { return false }
      defer { lastProgress = .now }
      return unsafe receiver.receive(Array(part))
    }
    unsafe body.append(contentsOf: part.prefix(limits.keptBytes - body.count))
    return true
  }

  /// Passes the head to the receiver, once.
  private func begin(_ receiver: any ResponseReceiver) -> Bool {
    if hasBegun { return true }
    hasBegun = true
    return receiver.begin(status: status, fields: fields)
  }

  /// Passes the head of a response without a body to the receiver. Call it after an exchange without an error.
  func finish() { if let receiver { _ = begin(receiver) } }

  private static func buffer(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: UInt, _ count: UInt
  ) -> UnsafeRawBufferPointer? {
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: count)
    guard let bytes = unsafe bytes, !isTooLarge, let length = Int(exactly: product) else { return nil }
    // SAFETY: libcurl has that many bytes there.
    return unsafe UnsafeRawBufferPointer(start: bytes, count: length)
  }

  // MARK: Connection

  /// Called at least once a second during an exchange. A result other than 0 ends it.
  static let progress: marquee_curl_progress = { context, _, received, _, sent in
    guard let exchange = unsafe Exchange.of(context) else { return 1 }
    return exchange.isCancelled() || exchange.hasStalled(received, sent) ? 1 : 0
  }

  /// Whether nothing has arrived for too long. libcurl's own limit is for an average speed, and does not count the head:
  /// a server that sends a head byte by byte would hold the connection.
  private func hasStalled(_ received: Int64, _ sent: Int64) -> Bool {
    guard limits.stallSeconds > 0 else { return false }
    if transferred != (received, sent) {
      transferred = (received, sent)
      lastProgress = .now
    }
    guard ContinuousClock.now - lastProgress > .seconds(limits.stallSeconds) else { return false }
    error = limits.stalled
    return true
  }

  /// Opens a socket unless the resolved address is not allowed. Checking the name before would not be enough: it may
  /// resolve to another address later.
  static let open: marquee_curl_opener = { context, _, address in
    guard let exchange = unsafe Exchange.of(context), let address = unsafe address else { return -1 }
    var text = [CChar](repeating: 0, count: 64)
    // SAFETY: libcurl has `length` bytes of the address there.
    let result = unsafe withUnsafePointer(to: &address.pointee.address) { start in
      unsafe getnameinfo(
        start, socklen_t(address.pointee.length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    }
    let name = String(decoding: text.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if let refusal = exchange.addresses.refusal(of: result == 0 ? name : "") {
      exchange.error = refusal
      return -1
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

extension String {
  private static let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]

  fileprivate func trimmingStart() -> String { String(drop { Self.blanks.contains($0) }) }

  fileprivate func trimmingEnd() -> String {
    var text = self
    while let last = text.last, Self.blanks.contains(last) { text.removeLast() }
    return text
  }
}
