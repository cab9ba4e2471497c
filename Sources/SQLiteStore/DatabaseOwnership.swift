internal import GRDB
internal import Screens

/// Whose a database is, and whether this program knows its tables.
struct DatabaseOwnership {
  let path: String
  /// The newest `user_version` that is known.
  let version: Int
  /// What the file's header says of its owner (<https://www.sqlite.org/fileformat.html> §1.3.17).
  let applicationID: Int

  /// - Throws: ``StoreError/newer(_:)``.
  func refuseNewer(_ database: Database, than migrator: DatabaseMigrator) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found <= version, try !migrator.hasBeenSuperseded(database) else {
      throw StoreError.newer("\(path.onOneLine) was written by a newer Marquee; use that one")
    }
  }

  /// - Throws: ``StoreError/damaged(_:)`` for a database with tables of somebody else.
  func refuseOthers(_ database: Database) throws {
    // GRDB's own table may stand alone: it is made before the first migration.
    let tables = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'")
    let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard tables == 0 || owner == applicationID else {
      throw StoreError.damaged("\(path.onOneLine) is not a database of Marquee")
    }
  }
}
