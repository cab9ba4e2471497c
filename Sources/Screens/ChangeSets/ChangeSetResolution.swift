/// The side that wins a conflict.
package enum ChangeSetResolution: String, Sendable, CaseIterable {
  /// The change of the set replaces what is published.
  case ours
  /// The set no longer changes the subject.
  case theirs
}
