#if canImport(Glibc)
  import CEpoll
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import HTTPWire

/// The system calls on sockets. All sockets are non-blocking.
enum Socket {
  enum Transfer: Equatable {
    case bytes(Int)
    /// Not ready now; the poller will report when it is.
    case wouldBlock
    /// The end of input: the client has shut down its writing side.
    case end
    /// The connection is broken.
    case failed
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = SOCK_STREAM
    private static let sendFlags: Int32 = 0
  #endif

  /// The largest number of unsent bytes that the kernel buffers for a connection: enough for any typical response.
  static let unsentBytes: Int32 = 131_072

  /// Opens a listening socket and returns it with its port.
  static func listen(host: String, port: Int, backlog: Int32) throws(ListenError) -> (
    descriptor: Int32, port: Int
  ) {
    guard (0...65535).contains(port) else { throw .portOutOfRange(port) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = stream
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // SAFETY: the strings are valid during the call; the list is freed at the end of this function.
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
      throw .unknownHost(host)
    }
    defer { unsafe freeaddrinfo(list) }
    var failure = ListenError.unknownHost(host)
    // A name can have several addresses. Some of them may not belong to this machine.
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let address = unsafe next {
      switch unsafe listen(at: address, host: host, port: port, backlog: backlog) {
      case .success(let descriptor):
        guard let bound = localPort(descriptor) else {
          throw Self.failure("getsockname", errno, closing: descriptor, host: host, port: port)
        }
        return (descriptor, bound)
      case .failure(let error): failure = error
      }
      unsafe next = address.pointee.ai_next
    }
    throw failure
  }

  private static func listen(
    at address: UnsafeMutablePointer<addrinfo>, host: String, port: Int, backlog: Int32
  ) -> Result<Int32, ListenError> {
    let descriptor = unsafe socket(address.pointee.ai_family, stream, 0)
    guard descriptor >= 0 else { return .failure(.system(call: "socket", code: errno)) }
    prepare(descriptor)
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    setConnectionOptions(descriptor)
    guard unsafe bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
      return .failure(failure("bind", errno, closing: descriptor, host: host, port: port))
    }
    // With SO_REUSEADDR on both sockets, a port in use can fail only here.
    guard systemListen(descriptor, backlog) == 0 else {
      return .failure(failure("listen", errno, closing: descriptor, host: host, port: port))
    }
    return .success(descriptor)
  }

  /// Sets the options of every connection. On Linux a connection inherits the options of the listening socket, which
  /// saves these calls.
  private static func setConnectionOptions(_ descriptor: Int32) {
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    // Bounds the unsent bytes in the kernel, which otherwise buffers megabytes for each client that doesn't read. The
    // rest stays in this process, which counts it. Bytes in flight don't count, so no client becomes slower.
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentBytes)
    // Detects a client whose machine has disappeared: without keepalive, an idle stream to it would last forever. A
    // probe after a minute of silence, and three more at intervals of ten seconds.
    setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE)
    #if canImport(Glibc)
      setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    #else
      setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPALIVE, 60)
    #endif
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
  }

  private static func failure(
    _ call: String, _ code: Int32, closing descriptor: Int32, host: String, port: Int
  ) -> ListenError {
    close(descriptor)
    switch code {
    case EADDRINUSE: return .portInUse(host: host, port: port)
    case EACCES, EPERM: return .notPermitted(host: host, port: port)
    case EADDRNOTAVAIL: return .addressNotAvailable(host)
    default: return .system(call: call, code: code)
    }
  }

  private static func localPort(_ descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // SAFETY: the storage fits every kind of address. sockaddr_in and sockaddr_in6 have the port at the same offset.
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getsockname(descriptor, address, &size) == 0 else { return nil }
        return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
      }
    }
  }

  /// Accepts a connection. Fails with `EAGAIN` if none waits.
  static func accept(_ listener: Int32) -> Result<Int32, AcceptError> {
    #if canImport(Glibc)
      let descriptor = cepoll_accept(listener)
      guard descriptor >= 0 else { return .failure(AcceptError(code: -descriptor)) }
    #else
      let descriptor = unsafe Darwin.accept(listener, nil, nil)
      guard descriptor >= 0 else { return .failure(AcceptError(code: errno)) }
      prepare(descriptor)
      setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
      setConnectionOptions(descriptor)
    #endif
    return .success(descriptor)
  }

  struct AcceptError: Error {
    let code: Int32
    var isBacklogEmpty: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// Whether the new connection itself failed: accept(2) passes on its pending network errors. Any other failure
    /// means that the process or the machine has run out of a resource.
    var isConnectionError: Bool {
      #if canImport(Glibc)
        if code == ENONET { return true }
      #endif
      switch code {
      case EINTR, ECONNABORTED, EPROTO, EPERM, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP,
        ENETUNREACH, ETIMEDOUT:
        return true
      default: return false
      }
    }
  }

  static func read(_ descriptor: Int32, into buffer: InputBuffer) -> Transfer {
    var code: Int32 = 0
    // SAFETY: the kernel writes at most as many bytes as the buffer has free.
    let count = unsafe buffer.withFreeSpace { room in
      while true {
        let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
        if count < 0, errno == EINTR { continue }
        code = count < 0 ? errno : 0
        return count
      }
    }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .failed
  }

  static func write(_ descriptor: Int32, _ bytes: Bytes) -> Transfer {
    // SAFETY: the kernel reads only the bytes of the view.
    unsafe bytes.withUnsafeBytes { source in
      while true {
        let count = unsafe send(descriptor, source.baseAddress, source.count, sendFlags)
        if count >= 0 { return .bytes(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
      }
    }
  }

  /// The sockets that failed, or whose two sides are both shut down.
  static func hungUp(among descriptors: [Int32]) -> [Int32] {
    ready(among: descriptors.map { ($0, []) }).map(\.descriptor)
  }

  /// The sockets that are ready for one of their events, and those that hung up.
  static func ready(
    among sockets: [(descriptor: Int32, interest: Readiness)]
  ) -> [(descriptor: Int32, readiness: Readiness)] {
    var entries = sockets.map { socket in
      var events: Int32 = 0
      if socket.interest.contains(.readable) { events |= Int32(POLLIN) }
      if socket.interest.contains(.writable) { events |= Int32(POLLOUT) }
      return pollfd(fd: socket.descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    }
    // SAFETY: pointer and count belong to the same array, and the kernel writes only `revents` of its entries.
    let count = unsafe entries.withUnsafeMutableBufferPointer { entries in
      unsafe poll(entries.baseAddress, nfds_t(entries.count), 0)
    }
    guard count > 0 else { return [] }
    return entries.compactMap { entry in
      let events = Int32(entry.revents)
      var readiness: Readiness = []
      if events & Int32(POLLIN) != 0 { readiness.insert(.readable) }
      if events & Int32(POLLOUT) != 0 { readiness.insert(.writable) }
      if events & Int32(POLLHUP | POLLERR) != 0 { readiness.insert(.hangup) }
      return readiness.isEmpty ? nil : (entry.fd, readiness)
    }
  }

  /// Shuts down the writing side.
  static func shutDownWriting(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
      _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// The number of written bytes that the peer has not acknowledged.
  static func unacknowledged(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Glibc)
      // SAFETY: the kernel writes one int.
      let result = unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count)
    #else
      var size = socklen_t(MemoryLayout<Int32>.size)
      // SAFETY: pointer and size are of the same variable.
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size)
    #endif
    return result == 0 ? Int(max(count, 0)) : 0
  }

  /// Makes the following close send a TCP reset.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    // SAFETY: pointer and size are of the same variable.
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32 = 1) {
    var value = value
    // SAFETY: pointer and size are of the same variable.
    _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, backlog)
    #else
      Darwin.listen(descriptor, backlog)
    #endif
  }

  /// Raises the process's limit of descriptors to `count`, or as far as allowed. Returns the resulting limit.
  static func raiseDescriptorLimit(to count: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    let target = min(rlim_t(max(count, 0)), limit.rlim_max)
    if limit.rlim_cur < target {
      limit.rlim_cur = target
      _ = unsafe setrlimit(kind, &limit)
      _ = unsafe getrlimit(kind, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
