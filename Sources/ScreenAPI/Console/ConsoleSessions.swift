import HTTPWire
import JSONText
import MessageDigest
import Screens
import Synchronization

/// The sessions of people who are signed in to the console. They live in memory: a restart ends them.
final class ConsoleSessions: Sendable {
  /// A signed-in person.
  struct Session: Sendable {
    let bearer: Bearer
    /// The digest of the token; nil for the server's own.
    let token: String?
    /// Seconds since 1970 UTC.
    let expiresAt: Double
    fileprivate var lastUse: Double
  }

  /// The time until a session ends, in seconds.
  static let lifetime = 12.0 * 3600
  /// The time without a request until a session ends, in seconds.
  static let idleTime = 3600.0
  /// The maximum number of sessions. A new one ends the session that was not used for the longest time.
  static let maximumCount = 1000

  /// By the digest of the id, so that the time of a lookup tells nothing about an id.
  private let sessions = Mutex<[String: Session]>([:])

  /// Begins a session.
  /// - Parameter now: seconds since 1970 UTC.
  /// - Returns: the id for the cookie.
  func begin(_ bearer: Bearer, token: String?, now: Double) -> String {
    let id = AccessToken.makeSecret()
    sessions.withLock { sessions in
      sessions = sessions.filter { Self.isValid($0.value, now: now) }
      if sessions.count >= Self.maximumCount,
        let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        sessions[oldest.key] = nil
      }
      sessions[Self.key(id)] = Session(
        bearer: bearer, token: token, expiresAt: now + Self.lifetime, lastUse: now)
    }
    return id
  }

  /// The session of an id; nil if it has ended.
  func session(_ id: String, now: Double) -> Session? {
    sessions.withLock { sessions in
      let key = Self.key(id)
      guard var session = sessions[key] else { return nil }
      guard Self.isValid(session, now: now) else {
        sessions[key] = nil
        return nil
      }
      session.lastUse = now
      sessions[key] = session
      return session
    }
  }

  func end(_ id: String) { sessions.withLock { $0[Self.key(id)] = nil } }

  private static func isValid(_ session: Session, now: Double) -> Bool {
    // A clock that is set back must not prolong a session.
    now < session.expiresAt && now - session.lastUse < idleTime && session.expiresAt - now <= lifetime + 60
  }

  private static func key(_ id: String) -> String { SHA256Digest(of: Array(id.utf8)).hexadecimal }
}
