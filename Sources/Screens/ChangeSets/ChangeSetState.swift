/// The state that a view was created from. When the current state differs, the view is created again.
package struct ChangeSetState: Sendable, Equatable {
  let revision: Int
  let serial: Int
  /// Distinguishes a set from a later one with the same name.
  package let createdAt: Double
  /// Whether the set is not published, so that it can be changed.
  package let isOpen: Bool

  init(_ set: ChangeSet, revision: Int) {
    self.revision = revision
    serial = set.serial
    createdAt = set.createdAt
    isOpen = set.isOpen
  }
}
