/// A screen that was or will be current at a time.
package enum ScreenAtTime: Sendable {
  case version(PublishedScreen)
  /// The draft whose schedule is due by then.
  case draft(PublishedScreen)
  /// The name of the change set whose schedule is due by then.
  case changeSet(String)
}
