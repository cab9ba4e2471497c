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
    let path = request.path
    if path.hasPrefix("/screens/") {
      // The way of nearly every request: a known route, written plainly.
      let route = path[9..<path.count]
      if let entry = loop.publication.entry(route: route) {
        switch request.method {
        case .get, .head: return serve(entry, route: route, request, loop)
        default: break
        }
      }
    }
    // A session has none of its own.
    if path.hasPrefix("/s/"), serving.sessions != nil { return inSession(request, loop) }
    return dispatch(request, loop)
  }

  /// What requests are counted under whose path names nothing.
  static let nowhere = "(nothing)"

  func counted(_ problem: Problem, of pattern: String) -> Reply {
    serving.tally.count(pattern, status: Int(problem.status.rawValue))
    return .response(problem.response)
  }

  package func malformed(_ error: WireError) -> HTTPResponse { .problem(error) }

  /// Everything else, by the segments of the path.
  private func dispatch(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply {
    if request.path == "*" {
      return .response(
        HTTPResponse(204, fields: [HTTPField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")]))
    }
    let segments: [String]
    do throws(RequestPath.Failure) {
      segments = try RequestPath.segments(of: request.path)
    } catch {
      return counted(Self.problem(of: error), of: Self.nowhere)
    }
    if segments.first == "admin" {
      return admin(request, Array(segments.dropFirst()))
    }
    guard let resource = PublicResource(segments) else {
      return counted(Problem.notFound("/" + segments.joined(separator: "/")), of: Self.nowhere)
    }
    let reply = answer(request, resource, loop)
    if case .screen = resource {
      // The serving of screens counts for itself.
    } else if case .response(let response) = reply {
      serving.tally.count(resource.pattern, status: Int(response.status.rawValue))
    }
    return reply
  }

  /// Its bytes are a path to HTTP, and yet it can name nothing here: 404. Dot segments, which others may resolve in
  /// another way, are refused.
  private static func problem(of failure: RequestPath.Failure) -> Problem {
    let detail =
      switch failure {
      case .malformedEncoding: "a % in the path stands before two hexadecimal digits"
      case .notUTF8: "the path, decoded, is not UTF-8"
      case .controlCharacter: "the path, decoded, has a control character"
      case .dotSegment: "a path has no segments . and ..: resolve them before asking"
      }
    return Problem(failure == .dotSegment ? 400 : 404, "malformed-path", "The path is malformed", detail)
  }
}
