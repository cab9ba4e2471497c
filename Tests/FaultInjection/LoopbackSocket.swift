#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A TCP socket of the loopback interface whose calls never block. Its owner closes it.
struct LoopbackSocket: Sendable {
  /// The result of a read.
  enum Input {
    case bytes([UInt8])
    case nothing
    case end
    /// The peer has reset the connection.
    case broken
  }

  /// A call of the system that failed.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String) {
      code = errno
      self.call = call
    }

    // SAFETY: the text is copied before another call can change it.
    var description: String { unsafe "\(call) failed: \(String(cString: strerror(code)))" }
  }

  let descriptor: Int32

  /// Creates a socket that is not bound and not connected.
  /// - Throws: ``Failure``
  init() throws(Failure) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure("socket") }
    configure()
  }

  private init(accepted descriptor: Int32) {
    self.descriptor = descriptor
    configure()
  }

  /// Creates a socket on a port that other sockets of this type can share, so that one of them can listen later.
  /// - Parameter port: 0 for a free one.
  /// - Throws: ``Failure``
  init(boundTo port: UInt16) throws(Failure) {
    try self.init()
    set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    set(SOL_SOCKET, SO_REUSEPORT, Int32(1))
    let isBound = unsafe Self.withAddress(port) { unsafe bind(descriptor, $0, $1) == 0 }
    guard isBound else { throw closing("bind") }
  }

  /// Creates a socket that listens on a port, which sockets of this type can share.
  /// - Throws: ``Failure``
  init(listeningOn port: UInt16) throws(Failure) {
    try self.init(boundTo: port)
    guard listen(descriptor, 128) == 0 else { throw closing("listen") }
  }

  /// The port that the socket is bound to.
  var port: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the address of an AF_INET socket is a sockaddr_in, and `length` is its size.
    _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next connection; nil if there is none now.
  func accept() -> LoopbackSocket? {
    #if canImport(Glibc)
      let connection = Glibc.accept(descriptor, nil, nil)
    #else
      let connection = Darwin.accept(descriptor, nil, nil)
    #endif
    return connection >= 0 ? LoopbackSocket(accepted: connection) : nil
  }

  /// Starts to connect. The socket is writable when this has succeeded or failed; see ``isConnected``.
  /// - Returns: false if it failed at once.
  func connect(to port: UInt16) -> Bool {
    unsafe Self.withAddress(port) { address, length in
      #if canImport(Glibc)
        let result = unsafe Glibc.connect(descriptor, address, length)
      #else
        let result = unsafe Darwin.connect(descriptor, address, length)
      #endif
      return result == 0 || errno == EINPROGRESS
    }
  }

  /// Whether a started connection has succeeded.
  var isConnected: Bool {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 && code == 0
  }

  /// Reads once.
  func receive(atMost limit: Int) -> Input {
    var count = 0
    // SAFETY: recv writes at most the capacity, and the count is what it has written.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      initialized = max(0, count)
    }
    if count > 0 { return .bytes(bytes) }
    if count == 0 { return .end }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .broken
  }

  /// Sends as many bytes as the kernel accepts now.
  /// - Returns: the number of bytes; nil if the connection is broken.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    // SAFETY: the length is that of the slice.
    let count = unsafe bytes.withUnsafeBytes {
      #if canImport(Glibc)
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
      #else
        unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
      #endif
    }
    if count >= 0 { return count }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil
  }

  /// Shuts down the writing side.
  func sendEnd() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the connection with a TCP reset.
  func reset() {
    set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    close()
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private func configure() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // A child process that inherited the descriptor would keep the connection open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
    #endif
  }

  private func set<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
    var value = value
    // SAFETY: the length is that of the value.
    _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
  }

  /// Closes the socket after a call that failed.
  private func closing(_ call: String) -> Failure {
    let failure = Failure(call)
    close()
    return failure
  }

  private static func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // SAFETY: a sockaddr_in is a kind of sockaddr, and its size is given.
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
