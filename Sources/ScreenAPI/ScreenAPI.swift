package import HTTPWire
package import Screens

/// The HTTP API over the screens: a request goes in, a reply comes out. Opens no socket.
package struct ScreenAPI: RequestHandler {
  let publisher: Publisher
  let serving: ServingState
  let environment: APIEnvironment

  package init(publisher: Publisher, serving: ServingState, environment: APIEnvironment) {
    self.publisher = publisher
    self.serving = serving
    self.environment = environment
  }

  package func makeLoop() -> ServingState.Snapshot { serving.snapshot() }

  package func handle(_ request: borrowing HTTPRequest, loop: inout ServingState.Snapshot) -> Reply {
    serving.refresh(&loop)
    return handle(request, loop)
  }

  @inline(__always)
  func handle(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply {
    if request.field(.marqueeMinRevision) != nil, let reply = waiting(request, loop) { return reply }
    let path = request.path
    if path.hasPrefix("/screens/") {
      // Nearly every request takes this path: a known route without percent-encoding.
      let route = path[9..<path.count]
      if let entry = loop.screens.entry(route: route) {
        switch request.method {
        case .get, .head: return serve(entry, route: route, request, loop)
        default: break
        }
      }
    }
    // Sessions and change sets cannot be nested.
    if path.hasPrefix("/s/"), serving.sessions != nil { return inSession(request, loop) }
    if path.hasPrefix("/c/"), let views = serving.changeSets { return inChangeSet(request, views, loop) }
    return dispatch(request, loop)
  }

  package func malformed(_ error: WireError) -> HTTPResponse { .wireProblem(error) }

  /// The problem of a path that cannot be decoded, or that proxies may resolve differently. A path with a control
  /// character can be decoded, but no resource has such a name: 404.
  static func problem(of failure: RequestPath.DecodingError, in path: Bytes) -> Problem {
    switch failure {
    case .malformedEncoding:
      Problem(
        .malformedPath, "two hexadecimal digits follow a % in a path; write the character % as %25")
    case .notUTF8: Problem(.malformedPath, "the path, decoded, is not UTF-8")
    case .dotSegment:
      Problem(.malformedPath, "a path has no segments . and ..: resolve them before sending the request")
    case .controlCharacter: .notFound(String(decoding: path))
    }
  }
}
