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
    guard let row = try Row.fetchOne(database, sql: "SELECT revision, change, store FROM head") else {
      return nil
    }
    let columns = ColumnReader(row: row, path: path)
    guard let change = try columns.optionalText("change"), let store = try columns.optionalText("store")
    else { return nil }
    return StorePosition(store: store, revision: try columns.integer("revision"), change: change)
  }

  static func history(in database: Database, at path: String) throws -> CopiedHistory {
    let row = try Row.fetchOne(
      database, sql: "SELECT historyRoute, historyNumber, historyIsComplete FROM head")
    guard let row else { return .upTo(nil) }
    let columns = ColumnReader(row: row, path: path)
    if try columns.integer("historyIsComplete") != 0 { return .complete }
    guard let route = try columns.optionalText("historyRoute"),
      let number = try columns.optionalInteger("historyNumber")
    else { return .upTo(nil) }
    return .upTo(VersionCursor(route: route, number: number))
  }

  static func set(_ history: CopiedHistory, in database: Database) throws {
    var cursor: VersionCursor?
    if case .upTo(let last) = history { cursor = last }
    try database.execute(
      sql: "UPDATE head SET historyRoute = ?, historyNumber = ?, historyIsComplete = ?",
      arguments: [cursor?.route, cursor?.number, history == .complete ? 1 : 0])
  }

  static func set(_ position: StorePosition, in database: Database) throws {
    try database.execute(
      sql: "UPDATE head SET revision = ?, change = ?, store = ?",
      arguments: [position.revision, position.change, position.store])
  }
}
