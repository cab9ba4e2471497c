/// Renders the head of a response (RFC 9112 §4), with Date as the first field and without the final empty line, so that
/// a Connection field can follow.
enum ResponseHead {
  /// The offset of the value of Date, after the status line and `Date: `.
  static func dateOffset(_ status: HTTPStatus) -> Int {
    "HTTP/1.1 nnn \r\nDate: ".utf8.count + status.reason.utf8.count
  }

  enum Length {
    case known(Int)
    /// A body in chunks (RFC 9112 §7.1).
    case chunked
    /// A body that ends with the connection, for HTTP/1.0.
    case untilClose
  }

  static func render(_ response: HTTPResponse, length: Length) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(256)
    head += "HTTP/1.1 ".utf8
    head += String(response.status.rawValue).utf8
    head.append(0x20)
    head += response.status.reason.utf8
    head += "\r\nDate: ".utf8
    head += HTTPDate.epoch.utf8
    head += "\r\n".utf8
    for field in response.fields where !isServerManaged(field) {
      head += field.name.utf8
      head += ": ".utf8
      head += field.value.utf8
      head += "\r\n".utf8
    }
    switch length {
    case .known(let count) where !response.status.isBodiless:
      head += "Content-Length: ".utf8
      head += String(count).utf8
      head += "\r\n".utf8
    case .chunked where !response.status.isBodiless: head += "Transfer-Encoding: chunked\r\n".utf8
    default: break
    }
    return head
  }

  private static func isServerManaged(_ field: HTTPField) -> Bool {
    field.isNamed("date") || field.isNamed("content-length") || field.isNamed("transfer-encoding")
      || field.isNamed("connection")
  }

  /// The Connection field, where needed: `close` in the last response; otherwise `keep-alive` to HTTP/1.0, which closes
  /// by default (RFC 9112 §9.3).
  static func connectionField(keepsAlive: Bool, version: HTTPVersion) -> StaticString? {
    if !keepsAlive { return "Connection: close\r\n" }
    return version == .http10 ? "Connection: keep-alive\r\n" : nil
  }
}
