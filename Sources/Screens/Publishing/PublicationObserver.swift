/// Receives every change, in order and one at a time. A write returns after all observers have returned.
package protocol PublicationObserver: AnyObject, Sendable {
  /// Computes what a later ``didChange(_:)`` with a version needs, such as its renditions. Called before the version is
  /// stored, from any thread, also while another method runs. The version may never be stored.
  func prepare(_ screen: PublishedScreen, _ catalogue: Catalogue) -> (any PreparedVersion)?

  /// Screens or the catalogue were changed. Readers see all of the change or nothing of it.
  func didChange(_ change: PublishedChange)

  /// Rollouts have started, changed or ended. Called before the versions that start them are shown, and again, with
  /// `endsOthers`, after the versions that end them.
  /// - Parameters:
  ///   - open: the open rollouts by route.
  ///   - endsOthers: whether all others have ended.
  func didChangeRollouts(_ open: [Route: OpenRollout], endsOthers: Bool)

  /// A client key was created, changed or deleted.
  func didChangeClientKeys()

  /// A draft or change set was scheduled, or a schedule ended.
  /// - Parameter next: when the next of them is due, in seconds since 1970 UTC; nil for none.
  func didSchedule(next: Double?)

  /// The store has another history, such as a restored backup: versions may have become lower. A call of
  /// ``didChange(_:)`` with all present versions follows.
  func willReplaceHistory()

  /// A stored version cannot be read. Called once for each version, from any thread, also while another method runs.
  func didFindDamage(_ damage: DamagedVersion)
}

/// An observer ignores what it does not implement.
extension PublicationObserver {
  package func prepare(_ screen: PublishedScreen, _ catalogue: Catalogue) -> (any PreparedVersion)? { nil }

  package func didChange(_ change: PublishedChange) {}

  package func didChangeRollouts(_ open: [Route: OpenRollout], endsOthers: Bool) {}

  package func didChangeClientKeys() {}

  package func didSchedule(next: Double?) {}

  package func willReplaceHistory() {}

  package func didFindDamage(_ damage: DamagedVersion) {}
}

extension [any PublicationObserver] {
  /// What the first observer that prepares versions has prepared for a version; nil if none does.
  func prepare(_ screen: PublishedScreen, _ catalogue: Catalogue) -> (any PreparedVersion)? {
    for observer in self {
      if let prepared = observer.prepare(screen, catalogue) { return prepared }
    }
    return nil
  }
}

/// What an observer has computed for a version before it was stored.
package protocol PreparedVersion: Sendable {}
