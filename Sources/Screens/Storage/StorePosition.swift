/// A point in the history of a store that several nodes share.
package struct StorePosition: Sendable, Equatable {
  package let revision: Int
  /// The id of the change with that revision. After a restored backup, the same revision may be another change.
  package let change: String

  package init(revision: Int, change: String) {
    self.revision = revision
    self.change = change
  }
}
