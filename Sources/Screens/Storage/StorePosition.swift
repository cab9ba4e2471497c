/// A point in the history of a store that several nodes share.
package struct StorePosition: Sendable, Equatable {
  /// The id of the store, which it gets when it is created.
  package let store: String
  package let revision: Int
  /// The id of the change with that revision. After a restored backup, the same revision may be another change. Empty
  /// for a copy that lacks something, such as one that a newer program has migrated: it is loaded again.
  package let change: String

  package init(store: String, revision: Int, change: String) {
    self.store = store
    self.revision = revision
    self.change = change
  }
}
