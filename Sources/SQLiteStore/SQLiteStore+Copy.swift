internal import FileSystem
internal import GRDB
package import Screens

extension SQLiteStore: StoreCopy {
  package func position() throws(StoreError) -> StorePosition? {
    try reading { try HeadTable.position(in: $0, at: folder.databasePath) }
  }

  package func apply(_ update: PrimaryUpdate) throws(StoreError) {
    let rows = try StoreRows(update.changes)
    do {
      try writer.write { database in
        if update.isComplete {
          try Self.empty(database)
          try HeadTable.set(CopiedHistory.upTo(nil), in: database)
        }
        try rows.write(to: database, isRepeatable: true)
        try VersionTable.prune(update.pruned.lazy.map { ($0.key, $0.value) }, in: database)
        try HeadTable.set(update.position, in: database)
      }
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  package func markCurrent() throws(StoreError) {
    try requireFile()
    SystemCall.touch(folder.currentMarkPath)
  }

  package var secondsSinceCurrent: Double? { SystemCall.secondsSinceChange(of: folder.currentMarkPath) }

  package func history() throws(StoreError) -> CopiedHistory {
    try reading { try HeadTable.history(in: $0, at: folder.databasePath) }
  }

  package func add(_ versions: [ScreenVersion], history: CopiedHistory) throws(StoreError) {
    var changes = StoreChanges()
    changes.versions = versions
    let rows = try StoreRows(changes)
    do {
      try writer.write { database in
        try rows.write(to: database, isRepeatable: true)
        try HeadTable.set(history, in: database)
      }
    } catch {
      throw StoreError(error, at: folder.databasePath)
    }
  }

  /// Deletes everything. Drops the trigger that protects the audit meanwhile: the audit of a copy is not the original.
  private static func empty(_ database: Database) throws {
    let trigger = try String.fetchOne(
      database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'auditStays'")
    try database.execute(sql: "DROP TRIGGER IF EXISTS auditStays")
    for table in contentTables { try database.execute(sql: "DELETE FROM \(table)") }
    if let trigger { try database.execute(sql: trigger) }
  }
}
