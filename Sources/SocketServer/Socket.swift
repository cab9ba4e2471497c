#if canImport(Glibc)
  import CEpoll
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import HTTPWire

/// The system calls on sockets. Nothing here waits: all sockets are non-blocking.
enum Socket {
  enum Transfer: Equatable {
    case bytes(Int)
    /// Nothing now; the poller will say when.
    case wouldBlock
    /// The other side has shut its side down (reading only).
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

  /// A listening socket, and the port that it got.
  static func listen(host: String, port: Int, backlog: Int32) throws(ListenError) -> (
    descriptor: Int32, port: Int
  ) {
    guard (0...65535).contains(port) else { throw .portOutOfRange(port) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = stream
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // SAFETY: the strings live through the call; the list is freed below and not used after.
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let address = unsafe list else {
      throw .unknownHost(host)
    }
    defer { unsafe freeaddrinfo(list) }
    let descriptor = unsafe socket(address.pointee.ai_family, stream, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    prepare(descriptor)
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    guard unsafe bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
      throw failure("bind", errno, closing: descriptor, host: host, port: port)
    }
    // A port may turn out to be taken only here, when someone else is bound to it with the same option.
    guard systemListen(descriptor, backlog) == 0 else {
      throw failure("listen", errno, closing: descriptor, host: host, port: port)
    }
    guard let bound = localPort(descriptor) else {
      throw failure("getsockname", errno, closing: descriptor, host: host, port: port)
    }
    return (descriptor, bound)
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
    // SAFETY: the storage has room for every kind of address; both kinds read below begin with the family and hold
    // the port at the same place.
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getsockname(descriptor, address, &size) == 0 else { return nil }
        return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe Int(UInt16(bigEndian: $0.pointee.sin_port))
        }
      }
    }
  }

  /// A new connection, or the errno that there is none: `EAGAIN` when none waits.
  static func accept(_ listener: Int32) -> Result<Int32, AcceptFailure> {
    #if canImport(Glibc)
      let descriptor = cepoll_accept(listener)
      guard descriptor >= 0 else { return .failure(AcceptFailure(code: -descriptor)) }
    #else
      let descriptor = unsafe Darwin.accept(listener, nil, nil)
      guard descriptor >= 0 else { return .failure(AcceptFailure(code: errno)) }
      prepare(descriptor)
      setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
    #endif
    setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    return .success(descriptor)
  }

  struct AcceptFailure: Error {
    let code: Int32
    var noneWaits: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// The machine or the process has run out of something; it helps to wait.
    var isExhaustion: Bool { code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM }
  }

  static func read(_ descriptor: Int32, into buffer: InputBuffer) -> Transfer {
    var code: Int32 = 0
    // SAFETY: the kernel writes at most as many bytes as the buffer says it has room for.
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
    // SAFETY: the kernel reads no more than the bytes of the view.
    unsafe bytes.withUnsafeBytes { source in
      while true {
        let count = unsafe send(descriptor, source.baseAddress, source.count, sendFlags)
        if count >= 0 { return .bytes(count) }
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed
      }
    }
  }

  /// Says that we send no more.
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

  /// Makes the close that follows a reset instead of an orderly end.
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

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
    var one: Int32 = 1
    // SAFETY: pointer and size are of the same variable.
    _ = unsafe setsockopt(descriptor, level, name, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, backlog)
    #else
      Darwin.listen(descriptor, backlog)
    #endif
  }

  /// Lets the process have as many descriptors as it may, up to `wanted`. Gives back how many it may have.
  static func raiseDescriptorLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(kind, &limit) == 0 else { return 0 }
    let target = min(rlim_t(max(wanted, 0)), limit.rlim_max)
    if limit.rlim_cur < target {
      limit.rlim_cur = target
      _ = unsafe setrlimit(kind, &limit)
      _ = unsafe getrlimit(kind, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
