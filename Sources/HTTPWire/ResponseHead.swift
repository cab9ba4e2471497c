/// Writes the head of a response (RFC 9112 §4), Date first, without the empty line at its end, so that fields can
/// still be put behind it.
enum ResponseHead {
  /// Where the value of Date begins: behind the status line and `Date: `.
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
    for field in response.fields where !isOurs(field) {
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

  private static func isOurs(_ field: HTTPField) -> Bool {
    field.isNamed("date") || field.isNamed("content-length") || field.isNamed("transfer-encoding")
      || field.isNamed("connection")
  }

  static let closing: StaticString = "Connection: close\r\n"
  static let keeping: StaticString = "Connection: keep-alive\r\n"

  /// What an answer says of its connection: `close` when it is the last; to HTTP/1.0, which closes unless told
  /// otherwise, `keep-alive` when it is not (RFC 9112 §9.3).
  static func connectionField(keepsAlive: Bool, version: HTTPVersion) -> StaticString? {
    if !keepsAlive { return closing }
    return version == .http10 ? keeping : nil
  }
}
