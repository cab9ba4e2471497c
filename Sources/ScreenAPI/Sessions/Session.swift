/// A view of the server of its own: what is changed in it nobody else sees, and it goes with it.
final class Session: Sendable {
  let id: SessionID
  let api: ScreenAPI
  /// Seconds since 1970 UTC, for people.
  let expiresAt: Double
  /// When it ends, by a clock that nobody sets.
  let deadline: ContinuousClock.Instant

  init(id: SessionID, api: ScreenAPI, expiresAt: Double, deadline: ContinuousClock.Instant) {
    self.id = id
    self.api = api
    self.expiresAt = expiresAt
    self.deadline = deadline
  }

  /// What stands before every path in it.
  static func path(of id: SessionID) -> String { "/s/" + id.text }

  /// Ends what goes on by itself. Requests that are under way are answered.
  func end() { api.serving.drain() }
}
