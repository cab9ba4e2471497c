import JSONText

/// A request to a server.
struct ClientRequest {
  let method: String
  /// The path relative to the server's address, with the query.
  let target: String
  var fields: [(name: String, value: String)] = []
  var body: [UInt8]?

  /// The request message (RFC 9112 §2.1). It closes the connection after the response.
  func bytes(to address: ServerAddress) -> [UInt8] {
    var head = "\(method) \(address.prefix)\(target) HTTP/1.1\r\nHost: \(address.authority)\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "Connection: close\r\n\r\n").utf8) + (body ?? [])
  }

  /// Makes a request target from a path and parameters, percent-encoded (RFC 3986 §2.1).
  static func target(_ path: String, _ parameters: [(name: String, value: String)] = []) -> String {
    let query = parameters.map {
      PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
    }.joined(separator: "&")
    return PercentEncoding.encoded(path, keeping: "/") + (query.isEmpty ? "" : "?" + query)
  }
}
