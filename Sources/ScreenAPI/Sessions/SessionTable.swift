import HTTPWire
import Screens
import Synchronization

/// All sessions of a server.
final class SessionTable: Sendable {
  /// The maximum number of sessions at the same time.
  static let maximumCount = 4096
  /// The default duration of a session, in seconds.
  static let defaultTimeToLive = 3600
  static let maximumTimeToLive = 86_400
  /// The time between searches for expired sessions, in milliseconds.
  private static let pause = 250

  private struct State {
    var sessions: [SessionID: Session] = [:]
    var isSweeping = false
    var isDrained = false
  }

  private let state = Mutex(State())
  let budget = OverlayBudget()

  var count: Int { state.withLock { $0.sessions.count } }

  /// All sessions, those that end first at the front.
  var all: [Session] {
    state.withLock { Array($0.sessions.values) }.sorted {
      ($0.deadline, $0.id.text) < ($1.deadline, $1.id.text)
    }
  }

  subscript(id: SessionID) -> Session? { state.withLock { $0.sessions[id] } }

  /// Adds a session, which ends at its deadline.
  /// - Returns: false if there are too many sessions, or the server is draining.
  func add(_ session: Session, _ later: @escaping APIEnvironment.Later) -> Bool {
    let mustSweep: Bool? = state.withLock { state in
      guard !state.isDrained, state.sessions.count < Self.maximumCount else { return nil }
      state.sessions[session.id] = session
      defer { state.isSweeping = true }
      return !state.isSweeping
    }
    if mustSweep == true { sweepLater(later) }
    return mustSweep != nil
  }

  /// Ends expired sessions after a pause, and repeats this while there are sessions.
  private func sweepLater(_ later: @escaping APIEnvironment.Later) {
    _ = later(Self.pause) { [weak self] in
      guard let self else { return }
      let now = ContinuousClock.now
      let (expired, continues) = state.withLock { state in
        let expired = state.sessions.values.filter { $0.deadline <= now }
        for session in expired { state.sessions[session.id] = nil }
        state.isSweeping = !state.sessions.isEmpty
        return (expired, state.isSweeping)
      }
      for session in expired { session.end() }
      if continues { sweepLater(later) }
    }
  }

  /// Ends a session.
  /// - Returns: false if it is unknown.
  func remove(_ id: SessionID) -> Bool {
    let session = state.withLock { $0.sessions.removeValue(forKey: id) }
    session?.end()
    return session != nil
  }

  func removeAll() {
    let sessions = state.withLock { state in
      defer { state.sessions = [:] }
      return state.sessions.values
    }
    for session in sessions { session.end() }
  }

  /// Ends the streams of all sessions when the server drains, and refuses new sessions.
  func drain() {
    let sessions = state.withLock { state in
      state.isDrained = true
      return state.sessions.values
    }
    for session in sessions { session.end() }
  }
}
