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
