/// Is told of every change, in order, while no other change is under way. When a write is answered, its
/// observer has returned.
package protocol PublicationObserver: Sendable {
  /// A version is in force from now on.
  func didPublish(_ screen: CurrentScreen, catalogue: Catalogue)

  /// The screen is gone from now on.
  func didDelete(_ route: Route, version: Int)

  /// View types or formats have changed; the screens in force are these.
  func didChange(_ catalogue: Catalogue, screens: [CurrentScreen])

  /// Drafts are to be published by themselves, the first one then, in seconds since 1970 UTC; nil for none.
  func didSchedule(next: Double?)
}
