/// Stores versions, drafts, the catalogue's documents, tokens and the audit. A change is durable when ``save(_:)``
/// returns.
///
/// A store decides nothing: the caller validates documents and numbers versions. Every implementation passes the
/// target `ScreenStoreSuite`.
package protocol ScreenStore: Sendable {
  /// Reads what a server needs at start: the newest version of each route, and all documents.
  func load() throws(StoreError) -> StoreContents

  /// Stores changes in one transaction, which gets the next revision.
  /// - Returns: the revision.
  /// - Throws: ``StoreError/conflict`` if a version of the same number exists, ``StoreError/outdated`` if the store's
  ///   revision is not ``StoreChanges/baseRevision``, ``StoreError/repeatedRequest`` if ``StoreChanges/request`` was
  ///   stored before, ``StoreError/outcomeUnknown(_:)``.
  @discardableResult
  func save(_ changes: StoreChanges) throws(StoreError) -> Int

  /// One version; nil if it does not exist.
  func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion?

  /// The versions of a route, newest first.
  /// - Parameters:
  ///   - before: returns only versions with a lower number; nil for all.
  ///   - limit: the maximum number of versions.
  func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary]

  /// The draft of a route; nil if there is none.
  func draft(of route: Route) throws(StoreError) -> Draft?

  /// All drafts without their definitions, sorted by route.
  func drafts() throws(StoreError) -> [DraftSummary]

  /// The audit entries, newest first.
  /// - Parameters:
  ///   - before: returns only entries with a lower id; nil for all.
  ///   - limit: the maximum number of entries.
  func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry]

  /// The newest audit entry that belongs to the state of this process. Other nodes may have added newer ones.
  func newestKnownAuditEntry() throws(StoreError) -> AuditEntry?

  /// The stored request with a ``RequestIdentity/id``; nil if none was stored in the last 24 h.
  func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest?

  /// Keeps the response to a request, to answer its repetitions. Also stores a request that has changed nothing.
  func keep(_ response: KeptResponse, to request: RequestIdentity, at time: Double) throws(StoreError)
}

extension ScreenStore {
  package func newestKnownAuditEntry() throws(StoreError) -> AuditEntry? {
    try audit(before: nil, limit: 1).first
  }
}

/// A version without its definition, for the list of versions.
package struct VersionSummary: Sendable, Equatable {
  package let number: Int
  package let record: PublicationRecord
  package let itemCount: Int

  package init(number: Int, record: PublicationRecord, itemCount: Int) {
    self.number = number
    self.record = record
    self.itemCount = itemCount
  }

  init(_ version: ScreenVersion) {
    self.init(number: version.number, record: version.record, itemCount: version.itemCount)
  }
}
