#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A TCP connection to a server, with a timeout for each step.
final class ClientSocket {
  private let descriptor: Int32
  private let timeout: Int

  /// The largest number of bytes to receive at once.
  private static let receiveBytes = 1 << 16

  /// - Parameters:
  ///   - host: a name or an address; an IPv6 address in brackets.
  ///   - timeout: the longest wait for connecting, sending or receiving, in seconds.
  init(host: String, port: Int, timeout: Int) throws(TransportError) {
    descriptor = try Self.connected(host: host, port: port, timeout: timeout)
    self.timeout = timeout
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws(TransportError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        // SAFETY: the rest is a part of the array, which outlives the call.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[sent...])
        #if canImport(Glibc)
          return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #else
          return unsafe Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(errno) }
      sent += count
    }
  }

  /// Receives the next bytes; an empty array at the end of the connection.
  func receive() throws(TransportError) -> [UInt8] {
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.receiveBytes) { buffer, filled in
        // SAFETY: recv writes at most the given number of bytes and returns how many it wrote.
        count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        filled = max(count, 0)
      }
      if count >= 0 { return bytes }
      let error = errno
      if error != EINTR { throw failure(error) }
    }
  }

  private func failure(_ error: Int32) -> TransportError {
    error == EAGAIN || error == EWOULDBLOCK
      ? TransportError("the server sent nothing for \(timeout) seconds")
      : TransportError("the connection failed")
  }

  private static func connected(
    host: String, port: Int, timeout: Int
  ) throws(TransportError) -> Int32 {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard unsafe getaddrinfo(name, String(port), &hints, &list) == 0 else {
      throw TransportError("the host is unknown")
    }
    defer { unsafe freeaddrinfo(list) }
    var next = unsafe list
    // SAFETY: the list of getaddrinfo ends with nil and is valid until freeaddrinfo.
    while let address = unsafe next {
      let socket = unsafe socket(
        address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
      if socket >= 0 {
        configure(socket, timeout: timeout)
        if unsafe connect(socket, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 { return socket }
        close(socket)
      }
      unsafe next = unsafe address.pointee.ai_next
    }
    throw TransportError(
      "no server answers; start one with marquee serve, or name it with --server or MARQUEE_SERVER")
  }

  private static func configure(_ socket: Int32, timeout: Int) {
    var time = timeval()
    time.tv_sec = timeout
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    #if canImport(Darwin)
      // A broken connection is reported as an error, not by SIGPIPE.
      var isOn: Int32 = 1
      _ = unsafe setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
