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

/// The contents of a store that a server loads at start.
package struct StoreContents: Sendable {
  /// The number of the last change; 0 for a new store.
  package var revision = 0
  package var screens: [UnparsedVersion]
  package var documents = StoredDocuments()
  /// The content last imported from each file, by its path in the folder.
  package var imports: [String: ImportMark]
  package var tokens: [AccessToken] = []
  /// When scheduled drafts that have not failed are due, in seconds since 1970 UTC.
  package var schedules: [Route: Double] = [:]
  /// The newest audit entry; nil if there is none or it cannot be read.
  package var newestAuditEntry: AuditEntry?

  package init(
    screens: [UnparsedVersion] = [], documents: StoredDocuments = StoredDocuments(),
    imports: [String: ImportMark] = [:]
  ) {
    self.screens = screens
    self.documents = documents
    self.imports = imports
  }
}

/// Changes to store in one transaction.
package struct StoreChanges: Sendable {
  package var versions: [ScreenVersion] = []
  package var documents = DocumentChanges()
  package var imports: [String: ImportMark] = [:]
  /// New and changed drafts; nil for a deleted draft.
  package var drafts: [Route: Draft?] = [:]
  /// New tokens, by name; nil for a revoked token.
  package var tokens: [String: AccessToken?] = [:]
  package var audit: [AuditEntry] = []
  /// The number of versions to keep of each route in `versions`; nil for all. The base version of a draft is kept too.
  package var keptVersions: Int?
  /// The revision that the changes were validated against; nil to store them whatever the revision is.
  package var baseRevision: Int?
  /// The request that makes the changes, if it may be repeated.
  package var request: RequestIdentity?

  package init() {}

  package var isEmpty: Bool {
    versions.isEmpty && documents.isEmpty && imports.isEmpty && drafts.isEmpty && tokens.isEmpty
      && audit.isEmpty
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

/// Why a store operation failed.
package enum StoreError: Error, Sendable, Equatable {
  /// A version of the same number exists.
  case conflict
  /// The disk is full, or a limit is exceeded.
  case full(String)
  /// The stored data cannot be read.
  case damaged(String)
  /// A newer Marquee has written the data.
  case newer(String)
  /// Another process uses the data.
  case locked(String)
  /// The folder or its file system is read-only.
  case readOnly(String)
  /// Another node has changed the store since the changes were validated.
  case outdated
  /// The request was stored before. The caller looks up its response.
  case repeatedRequest
  /// The connection broke during the commit and could not be restored. The changes may be stored or not.
  case outcomeUnknown(String)
  /// The change set that the changes belong to rejects them.
  case refused(ChangeSetRefusal)
  /// Any other error.
  case unavailable(String)

  /// The error in one line.
  package var message: String {
    switch self {
    case .conflict: "the version exists already"
    case .refused(let refusal): refusal.message
    case .outdated: "other nodes changed the store at the same time; try again"
    case .repeatedRequest: "the request is stored already"
    case .full(let text), .damaged(let text), .newer(let text), .locked(let text), .readOnly(let text),
      .outcomeUnknown(let text), .unavailable(let text):
      text
    }
  }
}
