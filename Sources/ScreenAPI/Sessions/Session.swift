/// A view of the server for one test: its changes are visible only under its path, and end with it.
final class Session: Sendable {
  let id: SessionID
  let api: ScreenAPI
  /// The end of the session for display, in seconds since 1970 UTC.
  let expiresAt: Double
  /// The end of the session by the monotonic clock, so that setting the system's clock changes nothing.
  let deadline: ContinuousClock.Instant

  init(id: SessionID, api: ScreenAPI, expiresAt: Double, deadline: ContinuousClock.Instant) {
    self.id = id
    self.api = api
    self.expiresAt = expiresAt
    self.deadline = deadline
  }

  /// The prefix of all paths in a session.
  static func path(of id: SessionID) -> String { "/s/" + id.text }

  /// Ends the streams of the session. Requests in progress still get their responses.
  func end() { api.serving.drain() }
}
