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
    let path = request.path
    if path.hasPrefix("/screens/") {
      // The way of nearly every request: a known route, written plainly.
      let route = path[9..<path.count]
      if let entry = loop.publication.entry(route: route) {
        switch request.method {
        case .get, .head: return serve(entry, route: route, request, loop.publication)
        default: break
        }
      }
    }
    return dispatch(request, loop.publication)
  }

  package func malformed(_ error: WireError) -> HTTPResponse { .problem(error) }

  /// Everything else, by the segments of the path.
  private func dispatch(_ request: borrowing HTTPRequest, _ publication: Publication) -> Reply {
    if request.path == "*" {
      return .response(
        HTTPResponse(204, fields: [HTTPField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")]))
    }
    let segments: [String]
    do throws(RequestPath.Failure) {
      segments = try RequestPath.segments(of: request.path)
    } catch {
      return .response(
        Problem(400, "malformed-path", "The path is malformed", "the path cannot be read: \(error.rawValue)")
          .response)
    }
    if segments.first == "admin" {
      return admin(request, Array(segments.dropFirst()))
    }
    guard let resource = PublicResource(segments) else {
      return .response(Problem.notFound("/" + segments.joined(separator: "/")).response)
    }
    return answer(request, resource, publication)
  }
}
