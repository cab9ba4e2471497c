import HTTPWire

extension ScreenAPI {
  /// Passes a request whose path begins with `/s/` to its session.
  /// - Parameter path: the decoded path, at least two segments.
  func inSession(
    _ request: borrowing HTTPRequest, at path: [String], _ loop: ServingState.Snapshot
  ) -> Reply {
    guard let id = SessionID(path[1]), let session = serving.sessions?[id] else {
      return counted(
        Problem(
          .unknownSession,
          "the session has ended or never existed; POST /admin/sessions begins one"), of: "/s/{id}"
      ).readable(by: request, at: path.dropFirst(2).first)
    }
    return session.api.handle(request, belowPrefixOf: path, stripe: loop.stripe)
  }
}
