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
