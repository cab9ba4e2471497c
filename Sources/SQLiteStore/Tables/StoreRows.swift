internal import GRDB
internal import Screens

/// Store changes as rows of the tables, with serialised documents.
struct StoreRows {
  private let changes: StoreChanges
  private let versions: [StatementArguments]
  private let documents: DocumentTable.Rows

  init(_ changes: StoreChanges) throws(StoreError) {
    self.changes = changes
    versions = try VersionTable.arguments(for: changes.versions)
    documents = try DocumentTable.Rows(changes.documents)
  }

  /// - Parameter isRepeatable: whether the rows may have been written before.
  func write(to database: Database, isRepeatable: Bool = false) throws {
    if !versions.isEmpty {
      let insertion = try database.cachedStatement(
        sql: VersionTable.insertion(isRepeatable: isRepeatable))
      for arguments in versions { try insertion.execute(arguments: arguments) }
    }
    try documents.write(to: database)
    try ImportTable.write(changes.imports, to: database)
    try DraftTable.write(changes.drafts, to: database)
    try TokenTable.write(changes.tokens, to: database)
    try AuditTable.write(changes.audit, to: database)
    if let count = changes.keptVersions {
      try VersionTable.prune(changes.versions, keeping: count, in: database)
    }
  }
}
