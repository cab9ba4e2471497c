/// The store that all nodes share, without the copy of this node.
package protocol PrimaryStore: ScreenStore {
  /// See ``SharedStore/lock()``.
  func lock() throws(StoreError)

  /// See ``SharedStore/unlock()``.
  func unlock()

  /// Stores changes like ``ScreenStore/save(_:)``.
  /// - Parameter base: the position that the changes were validated against; nil to compare only their base revision. After
  ///   a restored backup or a failover, the same revision may be another change.
  func commit(_ changes: StoreChanges, after base: StorePosition?) throws(StoreError) -> Commit

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

  /// Exchanges messages with the other nodes while it follows.
  func exchange(_ messages: NodeMessages)

  /// Ends following and all connections. Every later call fails.
  func close()
}
