#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a server. Every call waits, but not for ever.
final class ClientSocket {
  private let descriptor: Int32
  private let patience: Int

  /// Bytes that are taken from the system at once.
  private static let pieceBytes = 1 << 16

  /// - Parameters:
  ///   - host: a name or an address, one of version 6 in brackets.
  ///   - patience: seconds to wait for each step.
  init(host: String, port: Int, patience: Int) throws(TransportFailure) {
    descriptor = try Self.connected(host: host, port: port, patience: patience)
    self.patience = patience
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws(TransportFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        // SAFETY: the rest lies within the array, which lives as long as the call.
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

  /// The next bytes; none at the end.
  func receive() throws(TransportFailure) -> [UInt8] {
    while true {
      var count = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, filled in
        // SAFETY: the call writes no more than the buffer has room for, and says how much it wrote.
        count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        filled = max(count, 0)
      }
      if count >= 0 { return piece }
      let error = errno
      if error != EINTR { throw failure(error) }
    }
  }

  private func failure(_ error: Int32) -> TransportFailure {
    error == EAGAIN || error == EWOULDBLOCK
      ? TransportFailure("nothing came for \(patience) seconds") : TransportFailure("the connection broke")
  }

  private static func connected(
    host: String, port: Int, patience: Int
  ) throws(TransportFailure) -> Int32 {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard unsafe getaddrinfo(name, String(port), &hints, &list) == 0 else {
      throw TransportFailure("there is no such host")
    }
    defer { unsafe freeaddrinfo(list) }
    var next = unsafe list
    // SAFETY: getaddrinfo's list ends with nil, and lives until it is freed above.
    while let address = unsafe next {
      let socket = unsafe socket(
        address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
      if socket >= 0 {
        configure(socket, patience: patience)
        if unsafe connect(socket, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 { return socket }
        close(socket)
      }
      unsafe next = unsafe address.pointee.ai_next
    }
    throw TransportFailure("it cannot be reached")
  }

  private static func configure(_ socket: Int32, patience: Int) {
    var time = timeval()
    time.tv_sec = patience
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    #if canImport(Darwin)
      // A connection that breaks is an error to report, not a signal that ends the program.
      var isOn: Int32 = 1
      _ = unsafe setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
