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
    if let reply = knownScreen(request, loop) { return reply }
    if request.path == "*" { return .response(Self.allMethods) }
    do throws(RequestPath.DecodingError) {
      return handle(request, at: try RequestPath.segments(of: request.path), loop)
    } catch {
      let path = request.path
      let first = String(decoding: path[min(1, path.count)..<RequestPath.end(ofSegments: 1, in: path)])
      return counted(Self.problem(of: error, in: path), of: Self.nowhere).readable(by: request, at: first)
    }
  }

  /// Responds to a request for a decoded path. The path is decoded once, so that all decisions about a request agree.
  func handle(
    _ request: borrowing HTTPRequest, at path: [String], _ loop: ServingState.Snapshot
  ) -> Reply {
    // Sessions and change sets cannot be nested.
    if path.count > 1 {
      switch path[0] {
      case "s" where serving.sessions != nil: return inSession(request, at: path, loop)
      case "c" where !GuestEndpoints.isOwn(path):
        if let views = serving.changeSets { return inChangeSet(request, at: path, views, loop) }
      default: break
      }
    }
    return dispatch(request, at: path, loop)
  }

  /// The reply to a request for a known screen whose route needs no decoding, as nearly all requests are; nil for any
  /// other one.
  @inline(__always)
  func knownScreen(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply? {
    let path = request.path
    guard path.hasPrefix("/screens/") else { return nil }
    let route = path[9..<path.count]
    guard let entry = loop.screens.entry(route: route) else { return nil }
    switch request.method {
    case .get, .head: return serve(entry, route: route, request, loop)
    default: return nil
    }
  }

  /// The reply of a session or a change set to a request below its prefix, `/s/ID` or `/c/NAME`.
  /// - Parameter path: the decoded path with the prefix.
  func handle(
    _ request: borrowing HTTPRequest, belowPrefixOf path: [String], stripe: Int
  ) -> Reply {
    let loop = serving.snapshot(stripe: stripe)
    let request = request.droppingFromPath(RequestPath.end(ofSegments: 2, in: request.path))
    return knownScreen(request, loop) ?? dispatch(request, at: Array(path.dropFirst(2)), loop)
  }

  /// The response to `OPTIONS *`.
  private static let allMethods = HTTPResponse(
    204, fields: [HTTPField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])

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
