/// Responds to requests. One handler serves all event loops. `Loop` is the state of one event loop, such as its own
/// reference to the current publication; no other loop accesses it.
package protocol RequestHandler: Sendable {
  associatedtype Loop

  /// Creates the state of one loop. Called once for each loop when the server is created.
  func makeLoop() -> Loop

  /// Responds to a request, on the loop. It must not block: work that takes time returns a `.deferred` reply.
  func handle(_ request: borrowing HTTPRequest, loop: inout Loop) -> Reply

  /// The response to a malformed request. It is the last response of its connection.
  func malformed(_ error: WireError) -> HTTPResponse
}

extension RequestHandler {
  package func malformed(_ error: WireError) -> HTTPResponse { .problem(error) }
}

extension RequestHandler where Loop == Void {
  package func makeLoop() {}
}
