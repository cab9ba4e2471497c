/// What answers requests. One handler serves all loops; what a loop needs for itself, such as its own reference to
/// what is published, is its `Loop`, which no other loop touches.
package protocol RequestHandler: Sendable {
  associatedtype Loop

  /// Made once for every loop, with the server.
  func makeLoop() -> Loop

  /// Answers a request, on the loop: without waiting for anything. What takes time is a `.deferred` reply.
  func handle(_ request: borrowing HTTPRequest, loop: inout Loop) -> Reply

  /// The answer to what is no request; it is the last one on its connection.
  func malformed(_ error: WireError) -> HTTPResponse
}

extension RequestHandler {
  package func malformed(_ error: WireError) -> HTTPResponse { .problem(error) }
}

extension RequestHandler where Loop == Void {
  package func makeLoop() {}
}
