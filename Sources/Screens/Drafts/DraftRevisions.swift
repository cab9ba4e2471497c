import Synchronization

/// Generates the revisions of drafts. Each is higher than all before it, in the server and its sessions, even if the
/// clock stands still. This holds over a restart unless the clock was set back.
final class DraftRevisions: Sendable {
  /// The revisions per millisecond. A faster sequence runs ahead of the clock, which is harmless.
  private static let perMillisecond = 1024

  private let last: Mutex<Int>

  /// - Parameter newest: the newest entry of the store's audit; nil for an empty store. Every change of a draft adds an
  ///   entry, so its time and id together bound the revisions in the store.
  init(after newest: AuditEntry?) {
    last = Mutex(newest.map { Self.first(at: $0.at) &+ $0.id } ?? 0)
  }

  /// - Parameters:
  ///   - seconds: the time of the change, since 1970 UTC.
  ///   - old: the revision of the replaced draft; 0 for none.
  func next(at seconds: Double, after old: Int) -> Int {
    last.withLock { last in
      // `old` comes from the store and may be `Int.max`: wrap instead of trapping.
      last = max(Self.first(at: seconds), max(last, old) &+ 1)
      return last
    }
  }

  private static func first(at seconds: Double) -> Int {
    // The year 9999 is the limit, so the product does not overflow.
    Int(min(max(seconds, 0), 253_402_300_799) * 1000) * perMillisecond
  }
}
