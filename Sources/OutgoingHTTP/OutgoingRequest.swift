/// A request to another server.
package struct OutgoingRequest: Sendable {
  package let method: String
  /// An absolute URL of the scheme `http` or `https`.
  package let url: String
  /// Names and values without line breaks.
  package let fields: [(name: String, value: String)]
  /// The body; nil for a request without one.
  package let body: [UInt8]?

  package init(
    method: String = "POST", url: String, fields: [(name: String, value: String)], body: [UInt8]?
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}

/// The response of another server.
package struct OutgoingResponse: Sendable {
  package let status: Int
  package let fields: [(name: String, value: String)]
  /// The body, as much of it as the client keeps.
  package let body: [UInt8]
}
