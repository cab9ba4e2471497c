import JSONText
import Screens
import Synchronization

/// The payloads since the last change, by client key. Making one reads every screen.
final class FeatureCache: Sendable {
  private struct State {
    /// Counts the changes that payloads depend on.
    var changeCount = 0
    var bodies: [String?: [UInt8]] = [:]
  }

  private let state = Mutex(State())

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
    let key = publisher.clientKey(name)
    if key == nil, !publisher.clientKeys.isEmpty { return nil }
    return body(for: key, publisher)
  }

  /// The payload of all experiments.
  func bodyOfAll(_ publisher: Publisher) -> [UInt8] { body(for: nil, publisher) }

  private func body(for key: ClientKey?, _ publisher: Publisher) -> [UInt8] {
    // The count first: after a change between the two reads, the payload is not kept.
    let (known, changeCount) = state.withLock { ($0.bodies[key?.name], $0.changeCount) }
    if let known { return known }
    let body = Self.make(for: key, publisher)
    state.withLock { state in
      if state.changeCount == changeCount { state.bodies[key?.name] = body }
    }
    return body
  }

  private static func make(for key: ClientKey?, _ publisher: Publisher) -> [UInt8] {
    let allowed = publisher.experiments().filter { key?.allows($0.experiment.key) ?? true }
    var updated = 0.0
    var seen: Set<Route> = []
    for (screen, _) in allowed where seen.insert(screen.route).inserted {
      // A version that was pruned or cannot be read keeps nobody from the payload.
      let version = try? publisher.version(screen.version, of: screen.route)
      updated = max(updated, version?.record.publishedAt ?? 0)
    }
    return FeaturePayload.json(
      of: allowed.map(\.experiment), groups: publisher.groups, updated: updated
    ).serialized()
  }
}
