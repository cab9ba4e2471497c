package import JSONText

/// Where versions, view types and formats are kept. What a call has answered is durable.
///
/// Implementations decide nothing: what is valid, and which number comes next, is said to them.
package protocol ScreenStore: Sendable {
  /// Everything that is in force: of each route the newest version.
  func load() throws(StoreError) -> StoreContents

  /// Adds versions and documents, and remembers what was imported: all of it or nothing.
  /// - Throws: ``StoreError/conflict`` when a version of that number is there already.
  func save(_ changes: StoreChanges) throws(StoreError)

  /// One version; nil when there is none of that number.
  func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion?

  /// Versions of a route, newest first.
  /// - Parameters:
  ///   - before: only those of a lower number; nil for all.
  ///   - limit: at most so many.
  func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary]

  /// The draft of a route; nil when there is none.
  func draft(of route: Route) throws(StoreError) -> Draft?

  /// What has been done, newest first.
  /// - Parameters:
  ///   - before: only entries of a lower id; nil for all.
  ///   - limit: at most so many.
  func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry]
}

/// What a store holds at start.
package struct StoreContents: Sendable {
  package var screens: [StoredScreen]
  /// JSON Schemas by name of view type.
  package var viewTypes: [String: JSONValue]
  /// Wire formats by name.
  package var formats: [String: JSONValue]
  /// Manifests of releases by their names.
  package var releases: [String: JSONValue]
  /// Lists of values that conditions name.
  package var groups: [String: JSONValue] = [:]
  /// What was last imported from each file, by its path in the folder.
  package var imports: [String: ImportMark]
  package var tokens: [AccessToken] = []
  /// When drafts are to be published that have not failed, in seconds since 1970 UTC.
  package var schedules: [Route: Double] = [:]

  package init(
    screens: [StoredScreen] = [], viewTypes: [String: JSONValue] = [:], formats: [String: JSONValue] = [:],
    imports: [String: ImportMark] = [:], releases: [String: JSONValue] = [:]
  ) {
    self.screens = screens
    self.viewTypes = viewTypes
    self.formats = formats
    self.imports = imports
    self.releases = releases
  }
}

/// What is to be stored in one step.
package struct StoreChanges: Sendable {
  package var versions: [ScreenVersion] = []
  package var viewTypes: [String: JSONValue] = [:]
  package var formats: [String: JSONValue] = [:]
  package var groups: [String: JSONValue] = [:]
  package var imports: [String: ImportMark] = [:]
  /// Manifests that are new or changed; nil for a release that is no more.
  package var releases: [String: JSONValue?] = [:]
  /// Drafts that are new or changed; nil for one that is no more.
  package var drafts: [Route: Draft?] = [:]
  /// Tokens that are new, by their names; nil for one that is revoked.
  package var tokens: [String: AccessToken?] = [:]
  package var audit: [AuditEntry] = []
  /// Of the routes in `versions`, how many versions are kept from now on, the newest ones; nil for all.
  package var keptVersions: Int?

  package init() {}

  package var isEmpty: Bool {
    versions.isEmpty && viewTypes.isEmpty && formats.isEmpty && groups.isEmpty && imports.isEmpty
      && releases.isEmpty
      && drafts.isEmpty && tokens.isEmpty && audit.isEmpty
  }
}

/// A version without its definition, for a history.
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

/// Why a store can't do what it is asked.
package enum StoreError: Error, Sendable, Equatable {
  /// A version of that number is there already.
  case conflict
  /// The disk is full.
  case full(String)
  /// The stored data is not what was written.
  case damaged(String)
  /// It was written by a newer program.
  case newer(String)
  /// Another process has it open.
  case locked(String)
  /// Anything else; the text says what.
  case unavailable(String)

  /// What happened, for a person.
  package var message: String {
    switch self {
    case .conflict: "the version is there already"
    case .full(let text), .damaged(let text), .newer(let text), .locked(let text), .unavailable(let text):
      text
    }
  }
}
