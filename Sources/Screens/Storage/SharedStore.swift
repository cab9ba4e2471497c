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

  /// Notes that the copy has everything that the shared store has. Does not wait for the disk.
  /// - Throws: ``StoreError/unavailable(_:)`` if the copy's file is no longer at its path.
  func markCurrent() throws(StoreError)

  /// The seconds since ``markCurrent()`` was called last, also in an earlier process; nil if it never was.
  var secondsSinceCurrent: Double? { get }

  /// How much of the older versions the copy has. Applying the whole content resets it.
  func history() throws(StoreError) -> CopiedHistory

  /// Adds older versions.
  func add(_ versions: [ScreenVersion], history: CopiedHistory) throws(StoreError)
}
