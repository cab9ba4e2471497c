package import JSONText

/// Stores versions, drafts, the catalogue's documents, tokens and the audit. A change is durable when ``save(_:)``
/// returns.
///
/// A store decides nothing: the caller validates documents and numbers versions. Every implementation passes the
/// target `ScreenStoreSuite`.
package protocol ScreenStore: Sendable {
  /// Reads what a server needs at start: the newest version of each route, and all documents.
  func load() throws(StoreError) -> StoreContents

  /// Stores changes in one transaction.
  /// - Throws: ``StoreError/conflict`` if a version of the same number exists.
  func save(_ changes: StoreChanges) throws(StoreError)

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
}

/// The contents of a store that a server loads at start.
package struct StoreContents: Sendable {
  package var screens: [UnparsedVersion]
  /// JSON Schemas by name of view type.
  package var viewTypes: [String: JSONValue]
  /// Wire formats by name.
  package var formats: [String: JSONValue]
  /// Preview templates by name of view type.
  package var previews: [String: JSONValue] = [:]
  /// Manifests by name of release.
  package var releases: [String: JSONValue]
  /// The value lists that conditions refer to, by name.
  package var groups: [String: JSONValue] = [:]
  /// The content last imported from each file, by its path in the folder.
  package var imports: [String: ImportMark]
  package var tokens: [AccessToken] = []
  /// When scheduled drafts that have not failed are due, in seconds since 1970 UTC.
  package var schedules: [Route: Double] = [:]
  /// The newest audit entry; nil if there is none or it cannot be read.
  package var newestAuditEntry: AuditEntry?

  package init(
    screens: [UnparsedVersion] = [], viewTypes: [String: JSONValue] = [:], formats: [String: JSONValue] = [:],
    imports: [String: ImportMark] = [:], releases: [String: JSONValue] = [:]
  ) {
    self.screens = screens
    self.viewTypes = viewTypes
    self.formats = formats
    self.imports = imports
    self.releases = releases
  }
}

/// Changes to store in one transaction.
package struct StoreChanges: Sendable {
  package var versions: [ScreenVersion] = []
  package var viewTypes: [String: JSONValue] = [:]
  package var formats: [String: JSONValue] = [:]
  package var previews: [String: JSONValue] = [:]
  package var groups: [String: JSONValue] = [:]
  package var imports: [String: ImportMark] = [:]
  /// New and changed manifests; nil for a deleted release.
  package var releases: [String: JSONValue?] = [:]
  /// New and changed drafts; nil for a deleted draft.
  package var drafts: [Route: Draft?] = [:]
  /// New tokens, by name; nil for a revoked token.
  package var tokens: [String: AccessToken?] = [:]
  package var audit: [AuditEntry] = []
  /// The number of versions to keep of each route in `versions`; nil for all. The base version of a draft is kept too.
  package var keptVersions: Int?

  package init() {}

  package var isEmpty: Bool {
    versions.isEmpty && viewTypes.isEmpty && formats.isEmpty && previews.isEmpty && groups.isEmpty
      && imports.isEmpty && releases.isEmpty && drafts.isEmpty && tokens.isEmpty && audit.isEmpty
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
  /// The disk is full.
  case full(String)
  /// The stored data cannot be read.
  case damaged(String)
  /// A newer Marquee has written the data.
  case newer(String)
  /// Another process uses the data.
  case locked(String)
  /// The folder or its file system is read-only.
  case readOnly(String)
  /// Any other error.
  case unavailable(String)

  /// The error in one line.
  package var message: String {
    switch self {
    case .conflict: "the version exists already"
    case .full(let text), .damaged(let text), .newer(let text), .locked(let text), .readOnly(let text),
      .unavailable(let text):
      text
    }
  }
}
