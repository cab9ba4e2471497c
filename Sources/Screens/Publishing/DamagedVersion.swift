import Synchronization

/// A stored version that cannot be read.
package struct DamagedVersion: Error, Sendable {
  package let route: Route
  package let version: Int
  /// Whether it is the newest version. If so, the screen cannot be served.
  package let isCurrent: Bool
  /// Why it cannot be read. May contain paths of the server, so only administrators see it.
  package let reason: String
  /// The errors of its definition; nil if it could not be read from the store.
  var diagnostics: Diagnostics?

  /// What an administrator can do.
  package var remedy: String {
    isCurrent
      ? "roll the screen back to an earlier version, publish it again, or delete it"
      : "use another version; the current one is not affected"
  }
}

extension DamagedVersion: CustomStringConvertible {
  package var description: String {
    "version \(version) of the screen \(quoted(route.name)) cannot be read: \(reason)"
  }
}

/// Reports each damaged version to the observers once.
final class DamageReporter: Sendable {
  private struct Key: Hashable {
    let route: Route
    let version: Int
  }

  /// Weak, because an observer has the screens, and each screen has this reporter.
  private struct Reference: Sendable {
    weak let observer: (any PublicationObserver)?
  }

  private let references: [Reference]
  private let reported = Mutex<Set<Key>>([])

  init(_ observers: [any PublicationObserver]) { references = observers.map { Reference(observer: $0) } }

  func report(_ damage: DamagedVersion) {
    let isNew = reported.withLock { $0.insert(Key(route: damage.route, version: damage.version)).inserted }
    guard isNew else { return }
    for reference in references { reference.observer?.didFindDamage(damage) }
  }
}
