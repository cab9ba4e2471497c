#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client on one blocking socket that sends exactly the bytes of a test. After 300 seconds without a byte, a call
/// gives up, and the test fails.
package final class TestClient {
  package enum Ending: Equatable {
    case open, end, reset
  }

  /// Seconds.
  private static let timeout = 300

  package private(set) var descriptor: Int32
  package private(set) var received: [UInt8] = []
  package private(set) var ending = Ending.open
  private var buffer = [UInt8](repeating: 0, count: 65536)

  package init?(port: Int, receiveBuffer: Int32? = nil) {
    descriptor = Self.makeSocket(receiveBuffer: receiveBuffer)
    guard descriptor >= 0, connect(port: port) else { return nil }
  }

  /// Creates a socket that is not connected.
  /// - Parameter receiveBuffer: the size of the kernel's receive buffer in bytes.
  package init?(receiveBuffer: Int32? = nil) {
    descriptor = Self.makeSocket(receiveBuffer: receiveBuffer)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Opens a socket with close-on-exec: a child process that inherited it would keep the connection open.
  private static func makeSocket(receiveBuffer: Int32?) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
    if var size = receiveBuffer {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var timeout = timeval(tv_sec: Self.timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    var one: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  package func connect(port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    // SAFETY: a sockaddr_in is a kind of sockaddr, and its size is given.
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        #if canImport(Glibc)
          return unsafe Glibc.connect(descriptor, $0, size) == 0
        #else
          return unsafe Darwin.connect(descriptor, $0, size) == 0
        #endif
      }
    }
  }

  /// Sends all bytes. Returns false if the connection is broken.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = sendOnce(rest, waits: true)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends as many bytes as the kernel accepts without blocking and returns their number; negative if the connection is
  /// broken.
  package func sendSome(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = sendOnce(bytes, waits: false)
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : count
  }

  /// Sends a byte as urgent data (RFC 6093).
  package func sendUrgent(_ byte: UInt8) {
    var byte = byte
    #if canImport(Glibc)
      _ = unsafe Glibc.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL) | Int32(MSG_OOB))
    #else
      _ = unsafe Darwin.send(descriptor, &byte, 1, MSG_OOB)
    #endif
  }

  private func sendOnce(_ bytes: ArraySlice<UInt8>, waits: Bool) -> Int {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
      return unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
    #else
      let flags: Int32 = waits ? 0 : Int32(MSG_DONTWAIT)
      return unsafe bytes.withUnsafeBytes { unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags) }
    #endif
  }

  /// Shuts down the writing side.
  package func sendEnd() {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// Makes the connection end with a TCP reset when it is closed.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Closes the connection immediately.
  package func hangUp() {
    _ = close(descriptor)
    descriptor = -1
  }

  /// Reads once, at most `limit` bytes. Returns false at the end of input, at a reset, and after the timeout.
  package func receive(atMost limit: Int = .max) -> Bool {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, min($0.count, limit), 0)
    }
    if count > 0 {
      received += buffer[..<count]
      return true
    }
    if count == 0 { ending = .end }
    if count < 0, errno == ECONNRESET || errno == EPIPE { ending = .reset }
    return false
  }

  /// Discards the received bytes.
  package func forget() { received.removeAll(keepingCapacity: true) }

  /// Reads until `count` bytes are received. Returns false if the input ends before.
  package func receive(exactly count: Int) -> Bool {
    while received.count < count {
      guard receive(atMost: count - received.count) else { return false }
    }
    return true
  }

  /// Removes `count` bytes from `received` and returns them as text; nil if the input ends before.
  package func take(_ count: Int) -> String? {
    while received.count < count {
      guard receive() else { return nil }
    }
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  /// Waits until bytes or the end of input can be read. Returns false after the timeout.
  package func canReceive(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// Reads until the server closes and returns everything received.
  package func receiveAll() -> String {
    while receive() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Receives one response with a Content-Length or without a body, and removes it from `received`. Nil if the input
  /// ends before.
  package func response(toHead: Bool = false) -> TestResponse? {
    while true {
      if let response = TestResponse(&received, toHead: toHead) { return response }
      guard receive() else { return nil }
    }
  }

  /// Removes a complete response from `received`; nil if there is none.
  package func next() -> TestResponse? { TestResponse(&received) }

  package func get(_ path: String) -> TestResponse? {
    send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    return response()
  }
}
