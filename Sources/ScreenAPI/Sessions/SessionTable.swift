import HTTPWire
import Screens
import Synchronization

/// The sessions that there are.
final class SessionTable: Sendable {
  /// Sessions at a time.
  static let maximumCount = 4096
  /// Seconds that one lasts.
  static let defaultTimeToLive = 3600
  static let maximumTimeToLive = 86_400
  /// Milliseconds between looks for those that are over.
  private static let pause = 250

  private struct State {
    var sessions: [SessionID: Session] = [:]
    var isSweeping = false
    var isDrained = false
  }

  private let state = Mutex(State())
  let budget = OverlayBudget()

  var count: Int { state.withLock { $0.sessions.count } }

  /// By when they end.
  var all: [Session] {
    state.withLock { Array($0.sessions.values) }.sorted {
      ($0.deadline, $0.id.text) < ($1.deadline, $1.id.text)
    }
  }

  subscript(id: SessionID) -> Session? { state.withLock { $0.sessions[id] } }

  /// Adds a session, and sees to its end.
  /// - Returns: false when there are too many, or the server is going.
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

  /// Looks again and again while there are sessions.
  private func sweepLater(_ later: @escaping APIEnvironment.Later) {
    later(Self.pause) { [weak self] in
      guard let self else { return }
      let now = ContinuousClock.now
      let (over, goesOn) = state.withLock { state in
        let over = state.sessions.values.filter { $0.deadline <= now }
        for session in over { state.sessions[session.id] = nil }
        state.isSweeping = !state.sessions.isEmpty
        return (over, state.isSweeping)
      }
      for session in over { session.end() }
      if goesOn { sweepLater(later) }
    }
  }

  /// - Returns: whether there was such a session.
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

  /// The server is going: what goes on by itself in sessions ends.
  func drain() {
    let sessions = state.withLock { state in
      state.isDrained = true
      return state.sessions.values
    }
    for session in sessions { session.end() }
  }
}
