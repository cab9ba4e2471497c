#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One request over a socket: all that a health check needs.
enum HealthProbe {
  struct Failure: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Seconds to wait for each step.
  private static let patience = 5

  /// The status of `GET /health`.
  static func status(host: String, port: Int) throws(Failure) -> Int {
    let socket = try connected(host: host, port: port)
    defer { close(socket) }
    let request = Array("GET /health HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request) else { throw Failure("the connection broke") }
    // "HTTP/1.1 200" is what is needed.
    var answer: [UInt8] = []
    while answer.count < 12 {
      var chunk = [UInt8](repeating: 0, count: 512)
      let count = unsafe recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else { throw Failure("there is no answer") }
      answer += chunk.prefix(count)
    }
    let line = String(decoding: answer.prefix(12), as: UTF8.self)
    guard line.hasPrefix("HTTP/1."), let status = Int(line.suffix(3)) else {
      throw Failure("it does not speak HTTP")
    }
    return status
  }

  private static func send(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      #if canImport(Glibc)
        let count = unsafe Glibc.send(socket, rest, rest.count, Int32(MSG_NOSIGNAL))
      #else
        let count = unsafe Darwin.send(socket, rest, rest.count, 0)
      #endif
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func connected(host: String, port: Int) throws(Failure) -> Int32 {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard unsafe getaddrinfo(name, String(port), &hints, &list) == 0 else {
      throw Failure("there is no such host")
    }
    defer { unsafe freeaddrinfo(list) }
    var next = unsafe list
    // SAFETY: getaddrinfo's list ends with nil, and lives until it is freed above.
    while let address = unsafe next {
      let socket = unsafe socket(
        address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
      if socket >= 0 {
        var time = timeval()
        time.tv_sec = patience
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
          _ = unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        if unsafe connect(socket, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 { return socket }
        close(socket)
      }
      unsafe next = unsafe address.pointee.ai_next
    }
    throw Failure("it cannot be reached")
  }
}
