/// A store that other nodes change, too. The publisher follows their changes.
package protocol SharedStore: ScreenStore {
  /// Waits until no other node writes, and keeps others from writing until the next ``ScreenStore/save(_:)`` or
  /// ``unlock()``. For a writer whose changes were ``StoreError/outdated``.
  func lock() throws(StoreError)

  /// Ends ``lock()`` without a change. Does nothing if a save has ended it.
  func unlock()

  /// Reads the changes of other nodes since the last call or save.
  /// - Returns: nil if there are none.
  func catchUp() throws(StoreError) -> StoreUpdate?

  /// Whether other nodes write at the moment. If so, a writer should begin with ``lock()``.
  var isContended: Bool { get }

  /// The revision of the content that ``ScreenStore/load()`` returns; nil without content.
  var revision: Int? { get }

  /// Checks that this node has seen every change. For a writer that stores nothing.
  /// - Throws: ``StoreError/outdated`` if it has not.
  func confirm() throws(StoreError)
}

/// The changes of other nodes.
package struct StoreUpdate: Sendable {
  package enum Content: Sendable {
    /// Each changed thing in its present state. Versions are in the order of their numbers.
    case changes(StoreChanges)
    /// The whole content, because the individual changes are no longer known.
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
  func changes(since position: StorePosition?) throws(StoreError) -> PrimaryUpdate?

  /// Versions in the order of route and number, for copies that load them in the background.
  /// - Parameter cursor: returns only those after it; nil for the first.
  func versions(after cursor: VersionCursor?, limit: Int) throws(StoreError) -> [ScreenVersion]

  /// Begins to follow the store: reports its newest position at once, after each change, and at least once a second.
  /// - Parameters:
  ///   - createsTables: whether to create the tables of a database that has none, at this moment. A node with a copy
  ///     does not: somebody may be restoring the database, or its address leads to another one.
  ///   - report: called on a thread of its own, one call at a time. The store is not polled while it runs.
  func follow(
    createsTables: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (PrimaryEvent) -> Void)

  /// Checks that a position is still the newest.
  /// - Throws: ``StoreError/outdated`` if it is not.
  func confirm(_ position: StorePosition) throws(StoreError)

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
  package let revision: Int
  /// The id of the change.
  package let change: String
  /// The id of the first audit entry; nil without entries.
  package let firstAuditID: Int?

  package init(revision: Int, change: String, firstAuditID: Int?) {
    self.revision = revision
    self.change = change
    self.firstAuditID = firstAuditID
  }
}

/// What has changed in a primary store since a position.
package struct PrimaryUpdate: Sendable {
  package let position: StorePosition
  package let changes: StoreChanges
  /// By route, the number up to which versions were pruned.
  package let pruned: [Route: Int]
  /// Whether `changes` is the whole content: the newest version of each screen and all documents.
  package let isComplete: Bool
  /// Whether the store's history does not contain the requested position: a backup was restored, or a standby that
  /// lacked changes took over.
  package let hasOtherHistory: Bool
  /// Why rows could not be read. They are left out.
  package let damage: [String]

  package init(
    position: StorePosition, changes: StoreChanges, pruned: [Route: Int], isComplete: Bool,
    hasOtherHistory: Bool = false, damage: [String] = []
  ) {
    self.damage = damage
    self.position = position
    self.changes = changes
    self.pruned = pruned
    self.isComplete = isComplete
    self.hasOtherHistory = hasOtherHistory
  }
}

/// A version, as a place in the order of routes and numbers.
package struct VersionCursor: Sendable, Equatable {
  package let route: String
  package let number: Int

  package init(route: String, number: Int) {
    self.route = route
    self.number = number
  }

  package init(_ version: ScreenVersion) { self.init(route: version.route.name, number: version.number) }
}

/// How much of the older versions a copy has.
package enum CopiedHistory: Sendable, Equatable {
  /// All versions up to the cursor; none for nil.
  case upTo(VersionCursor?)
  case complete
}

/// A copy of the shared store on a node's own disk. It answers reads, and a node starts from it without the database.
package protocol StoreCopy: ScreenStore {
  /// The state of the shared store that this is a copy of; nil for an empty copy.
  func position() throws(StoreError) -> StorePosition?

  /// Applies changes of the shared store in one transaction. Applying them twice has no further effect.
  func apply(_ update: PrimaryUpdate) throws(StoreError)

  /// How much of the older versions the copy has. Applying the whole content resets it.
  func history() throws(StoreError) -> CopiedHistory

  /// Adds older versions.
  func add(_ versions: [ScreenVersion], history: CopiedHistory) throws(StoreError)
}
