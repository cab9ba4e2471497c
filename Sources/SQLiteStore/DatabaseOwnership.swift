internal import GRDB
internal import Screens

/// Checks that a database belongs to Marquee and is not newer than this program.
struct DatabaseOwnership {
  let path: String
  /// The newest `user_version` that this program knows.
  let version: Int
  /// The `application_id` of the file's header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  let applicationID: Int

  /// - Throws: ``StoreError/newer(_:)``.
  func refuseNewer(_ database: Database, than migrator: DatabaseMigrator) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found <= version, try !migrator.hasBeenSuperseded(database) else {
      throw StoreError.newer("\(path.inQuotes) was written by a newer Marquee; use that version")
    }
  }

  /// - Throws: ``StoreError/damaged(_:)`` for a database of another program.
  func refuseOthers(_ database: Database) throws {
    // GRDB creates its own table before the first migration, so ignore that.
    let tables = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'")
    let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard tables == 0 || owner == applicationID else {
      throw StoreError.damaged("\(path.inQuotes) is not a database of Marquee")
    }
  }
}
