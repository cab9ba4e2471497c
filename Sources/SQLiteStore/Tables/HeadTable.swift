internal import GRDB
internal import Screens

/// The table with the store's revision, in its only row.
enum HeadTable {
  static func revision(in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT revision FROM head") ?? 0
  }

  /// Counts a change.
  /// - Parameter base: the expected revision; nil for any.
  /// - Returns: the new revision.
  /// - Throws: ``StoreError/outdated``.
  static func advance(in database: Database, from base: Int?) throws -> Int {
    let revision = try revision(in: database)
    if let base, base != revision { throw StoreError.outdated }
    let (next, isTooLarge) = revision.addingReportingOverflow(1)
    guard !isTooLarge else { throw StoreError.damaged("the revision \(revision) is not valid") }
    try database.execute(sql: "UPDATE head SET revision = ?", arguments: [next])
    return next
  }

  /// The state of the shared store that this database is a copy of; nil for none.
  static func position(in database: Database, at path: String) throws -> StorePosition? {
    guard let row = try Row.fetchOne(database, sql: "SELECT revision, change FROM head") else { return nil }
    let columns = ColumnReader(row: row, path: path)
    guard let change = try columns.optionalText("change") else { return nil }
    return StorePosition(revision: try columns.integer("revision"), change: change)
  }

  static func set(_ position: StorePosition, in database: Database) throws {
    try database.execute(
      sql: "UPDATE head SET revision = ?, change = ?", arguments: [position.revision, position.change])
  }
}
