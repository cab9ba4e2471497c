#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A plain client on one blocking socket, for saying exactly what a test wants to say. Nothing waits for ever: after
/// 20 seconds without a byte a call gives up, and the test fails on what it got.
final class TestClient {
  enum Ending: Equatable {
    case open, end, reset
  }

  private let descriptor: Int32
  private(set) var received: [UInt8] = []
  private(set) var ending = Ending.open

  /// `receiveBuffer`: bytes that the kernel keeps for a client that doesn't read.
  init?(port: Int, receiveBuffer: Int32? = nil) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    if var size = receiveBuffer {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    // SAFETY: an IPv4 address is one of the kinds that `sockaddr` stands for, and its size is given.
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  deinit { _ = close(descriptor) }

  /// False when the connection is broken.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      #if canImport(Glibc)
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        }
      #else
        let count = unsafe rest.withUnsafeBytes {
          unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        }
      #endif
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func sendEnd() {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// Cuts the connection off with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Reads once. False at the end, at a reset, and when nothing came for too long.
  func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 {
      received += buffer[..<count]
      return true
    }
    if count == 0 { ending = .end }
    if count < 0, errno == ECONNRESET { ending = .reset }
    return false
  }

  /// Everything until the server closes.
  func receiveAll() -> String {
    while receive() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// One response with a Content-Length, or without a body; nil when none came. It is taken out of `received`.
  func response() -> TestResponse? {
    while true {
      if let response = TestResponse(&received) { return response }
      guard receive() else { return nil }
    }
  }

  func get(_ path: String) -> TestResponse? {
    send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    return response()
  }
}

/// A response as a client reads it.
struct TestResponse {
  let status: Int
  let head: String
  let body: String

  /// Takes a response from the front of `bytes`; nil when it is not complete.
  init?(_ bytes: inout [UInt8]) {
    let separator = Array("\r\n\r\n".utf8)
    guard let range = bytes.firstRange(of: separator) else { return nil }
    let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let words = head.split(separator: " ", maxSplits: 2)
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    var length = 0
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length: ") {
      length = Int(line.dropFirst("content-length: ".count)) ?? 0
    }
    guard bytes.count >= range.upperBound + length else { return nil }
    self.status = status
    self.head = head
    body = String(decoding: bytes[range.upperBound..<range.upperBound + length], as: UTF8.self)
    bytes.removeFirst(range.upperBound + length)
  }

  func has(_ line: String) -> Bool { head.split(separator: "\r\n").contains { $0 == line } }
}
