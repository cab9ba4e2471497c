import HTTPWire

/// A request for an endpoint, with what its path and token say.
struct EndpointCall: Sendable {
  let endpoint: Endpoint
  /// The decoded path, for messages.
  let path: String
  /// The text of the placeholders of the path.
  let placeholders: [String: String]
  /// Nil for the public API.
  let bearer: Bearer?
  /// Whether it only checks what it would change.
  let isDryRun: Bool
  let request: OwnedRequest

  init(
    _ endpoint: Endpoint, path: String, placeholders: [String: String], bearer: Bearer?,
    _ request: borrowing HTTPRequest
  ) {
    self.endpoint = endpoint
    self.path = path
    self.placeholders = placeholders
    self.bearer = bearer
    isDryRun = endpoint.isDryRun(request.query ?? .empty)
    self.request = request.owned()
  }

  /// Whether it ends when its client has gone.
  var isCancellable: Bool { endpoint.isCancellable(isDryRun: isDryRun) }

  /// The label under which the response is counted.
  var label: String { endpoint.path.description }
}
