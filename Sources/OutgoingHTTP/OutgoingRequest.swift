/// A POST request to another server.
package struct OutgoingRequest: Sendable {
  /// An absolute URL of the scheme `http` or `https`.
  package let url: String
  /// Names and values without line breaks.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]

  package init(url: String, fields: [(name: String, value: String)], body: [UInt8]) {
    self.url = url
    self.fields = fields
    self.body = body
  }
}

/// The response of another server.
package struct OutgoingResponse: Sendable {
  package let status: Int
  /// The beginning of the body, at most ``OutgoingClient/maximumBodyBytes``.
  package let body: [UInt8]
}

/// An error that explains in one line why a request got no response.
package struct OutgoingError: Error, Sendable {
  package let message: String
  /// Whether the client was cancelled.
  package let isShutdown: Bool

  init(_ message: String, isShutdown: Bool = false) {
    self.message = message
    self.isShutdown = isShutdown
  }
}
