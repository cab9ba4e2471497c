import JSONText
import Screens
import Synchronization

/// A cache of payloads by client key, until the next change. Making a payload reads every screen.
final class FeatureCache: Sendable {
  /// When a version was published, in seconds since 1970 UTC.
  private struct PublishedVersion {
    let number: Int
    let time: Double
  }

  private struct State {
    /// Counts the changes that payloads depend on.
    var changeCount = 0
    var bodies: [String?: [UInt8]] = [:]
    /// Kept across changes, because the store parses a whole definition to return a version's time.
    var versions: [Route: PublishedVersion] = [:]
  }

  private let state = Mutex(State())
  private let keepsPayloads: Bool

  /// - Parameter keepsPayloads: false in a session, to save memory.
  init(keepsPayloads: Bool) { self.keepsPayloads = keepsPayloads }

  /// Forgets the payloads. Called after readers of the publisher see a change.
  func didChange() {
    state.withLock { state in
      state.changeCount += 1
      state.bodies = [:]
    }
  }

  /// The payload for a client key.
  /// - Returns: nil for an unknown key while there are others.
  func body(for name: String, _ publisher: Publisher) -> [UInt8]? {
    // Reads the count before the key, so that a payload for a key that changes meanwhile is not kept.
    let changeCount = state.withLock { $0.changeCount }
    let key = publisher.clientKeys.named(name)
    if key == nil, !publisher.clientKeys.all.isEmpty { return nil }
    return body(for: key, publisher, since: changeCount)
  }

  /// The payload of all experiments.
  func bodyOfAll(_ publisher: Publisher) -> [UInt8] {
    body(for: nil, publisher, since: state.withLock { $0.changeCount })
  }

  private func body(for key: ClientKey?, _ publisher: Publisher, since changeCount: Int) -> [UInt8] {
    let known = state.withLock { $0.changeCount == changeCount ? $0.bodies[key?.name] : nil }
    if let known { return known }
    let allowed = publisher.experiments.served().filter { key?.allows($0.experiment.key) ?? true }
    let (updated, isComplete) = newestTime(of: allowed.map(\.screen), publisher)
    let body = FeaturePayload.json(
      of: allowed.map(\.experiment), groups: publisher.experiments.groups, updated: updated
    ).serialized()
    state.withLock { state in
      if keepsPayloads, isComplete, state.changeCount == changeCount { state.bodies[key?.name] = body }
    }
    return body
  }

  /// When the newest of some screens was published, and whether all of them could be read.
  private func newestTime(of screens: [PublishedScreen], _ publisher: Publisher) -> (Double, Bool) {
    var newest = 0.0
    var isComplete = true
    for screen in screens {
      let known = state.withLock { $0.versions[screen.route] }
      if let known, known.number == screen.version {
        newest = max(newest, known.time)
        continue
      }
      // SDKs get their payload even if a version was pruned or cannot be read.
      guard let version = try? publisher.screens.version(screen.version, of: screen.route) else {
        isComplete = false
        continue
      }
      let published = PublishedVersion(number: screen.version, time: version.record.publishedAt)
      state.withLock { $0.versions[screen.route] = published }
      newest = max(newest, published.time)
    }
    return (newest, isComplete)
  }
}
