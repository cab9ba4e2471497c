/// A store that other nodes change, too. The publisher follows their changes.
package protocol SharedStore: ScreenStore {
  /// Waits until no other node writes, and keeps others from writing until the next ``ScreenStore/save(_:)`` or
  /// ``unlock()``. For a writer whose changes were ``StoreError/outdated``.
  func lock() throws(StoreError)

  /// Ends ``lock()`` without a change. Does nothing if a save has ended it.
  func unlock()

  /// Reads the changes of other nodes since the last call or save.
  /// - Returns: nil if there are none.
  func catchUp() throws(StoreError) -> StoreNews?
}

/// The changes of other nodes.
package struct StoreNews: Sendable {
  package enum Content: Sendable {
    /// Each changed thing in its present state. Versions are in the order of their numbers.
    case changes(StoreChanges)
    /// The whole content, because the changes are no longer known one by one.
    case everything(StoreContents)
  }

  package let revision: Int
  package let content: Content

  package init(revision: Int, content: Content) {
    self.revision = revision
    self.content = content
  }
}

/// The store that all nodes share, without the copy of this node.
package protocol PrimaryStore: ScreenStore {
  /// See ``SharedStore/lock()``.
  func lock() throws(StoreError)

  /// See ``SharedStore/unlock()``.
  func unlock()

  /// Stores changes like ``ScreenStore/save(_:)``.
  func commit(_ changes: StoreChanges) throws(StoreError) -> Commit

  /// Reads what has changed since a position.
  /// - Parameter position: nil for a node without a copy.
  /// - Returns: nil if nothing has changed.
  func changes(since position: StorePosition?) throws(StoreError) -> PrimaryNews?

  /// Begins to follow the store: reports its newest position at once, after each change, and at least once a second.
  /// - Parameter report: called on a thread of its own, one call at a time. While it runs, the store is not asked.
  func follow(_ report: @escaping @Sendable (PrimaryEvent) -> Void)

  /// Asks for the newest position now. For a writer whose connection broke.
  func checkNow()

  /// Ends following and all connections. Every later call fails.
  func close()
}

/// What a node learns about the shared store.
package enum PrimaryEvent: Sendable {
  /// The store answers.
  /// - Parameters:
  ///   - isWritable: false if a newer Marquee has changed the store, so that this one may only read.
  ///   - clockOffset: what to add to this machine's clock to get the store's, in seconds.
  case reached(StorePosition, isWritable: Bool, clockOffset: Double)
  /// The store does not answer, or refuses.
  case lost(reason: String)
}

/// The result of a commit.
package struct Commit: Sendable {
  package let position: StorePosition
  /// The id of the first audit entry; nil without entries.
  package let firstAuditID: Int?

  package init(position: StorePosition, firstAuditID: Int?) {
    self.position = position
    self.firstAuditID = firstAuditID
  }
}

/// What has changed in a primary store since a position.
package struct PrimaryNews: Sendable {
  package let position: StorePosition
  package let changes: StoreChanges
  /// By route, the number up to which versions were pruned.
  package let pruned: [Route: Int]
  /// Whether `changes` is the whole content: the newest version of each screen and all documents.
  package let isComplete: Bool
  /// Whether the position that was asked for never was in the store: a backup was restored, or a standby took over that
  /// had lost changes.
  package let hasOtherHistory: Bool

  package init(
    position: StorePosition, changes: StoreChanges, pruned: [Route: Int], isComplete: Bool,
    hasOtherHistory: Bool = false
  ) {
    self.position = position
    self.changes = changes
    self.pruned = pruned
    self.isComplete = isComplete
    self.hasOtherHistory = hasOtherHistory
  }
}

/// A copy of the shared store on a node's own disk. It answers reads, and a node starts from it without the database.
package protocol StoreCopy: ScreenStore {
  /// The state of the shared store that this is a copy of; nil for an empty copy.
  func position() throws(StoreError) -> StorePosition?

  /// Applies changes of the shared store in one transaction. Applying them twice has no further effect.
  func apply(_ news: PrimaryNews) throws(StoreError)
}
