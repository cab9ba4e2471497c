/// Receives every change, in order and one at a time. A write returns after its observer has returned.
package protocol PublicationObserver: Sendable {
  /// A screen was published.
  func didPublish(_ screen: LazyPublishedScreen, catalogue: Catalogue)

  /// A screen was deleted.
  func didDelete(_ route: Route, version: Int)

  /// View types, formats, groups or releases were changed.
  /// - Parameter screens: all current screens.
  func didChange(_ catalogue: Catalogue, screens: [LazyPublishedScreen])

  /// A client key was created, changed or deleted.
  func didChangeClientKeys()

  /// A draft was scheduled, or a schedule ended.
  /// - Parameter next: when the next draft is due, in seconds since 1970 UTC; nil for none.
  func didSchedule(next: Double?)

  /// The store has another history, such as a restored backup: versions may have become lower. A call of
  /// ``didChange(_:screens:)`` with the present versions follows.
  func willReplaceHistory()

  /// A stored version cannot be read. Called once for each version, from any thread, also while another method runs.
  func didFindDamage(_ damage: DamagedVersion)
}

extension PublicationObserver {
  /// Does nothing.
  package func willReplaceHistory() {}
}
