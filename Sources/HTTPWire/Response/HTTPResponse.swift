/// A response of a handler. The server itself writes Date, Content-Length, Transfer-Encoding and Connection; fields
/// with these names are ignored.
package struct HTTPResponse: Sendable, Equatable {
  package var status: HTTPStatus
  /// The fields in the order of sending.
  package var fields: [HTTPField]
  package var body: [UInt8]

  package init(_ status: HTTPStatus, fields: [HTTPField] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  package init(_ status: HTTPStatus, contentType: StaticString, body: [UInt8]) {
    self.init(status, fields: [HTTPField("Content-Type", contentType)], body: body)
  }

  /// Adds a field with a value from outside, cleaned as by `HTTPField.init(_:cleaning:)`.
  package mutating func add(_ name: StaticString, _ value: String) {
    fields.append(HTTPField(name, cleaning: value))
  }

  /// The value of the first field with a name, which must be in lower case; nil if there is none.
  package func value(of name: StaticString) -> String? {
    fields.first { $0.isNamed(name) }?.value
  }

  /// Problem details (RFC 9457) for a refused request.
  package static func problem(_ error: WireError) -> HTTPResponse {
    let body =
      "{\"type\":\"https://marquee.dev/problems/\(error.code)\",\"title\":\"\(error.title)\","
      + "\"status\":\(error.status.rawValue),\"detail\":\"\(error.detail)\"}"
    var response = HTTPResponse(error.status, contentType: "application/problem+json", body: Array(body.utf8))
    if error == .overloaded { response.add("Retry-After", "1") }
    return response
  }
}
