internal import GRDB
internal import Screens

/// The table of audit entries.
enum AuditTable {
  static func write(_ entries: [AuditEntry], to database: Database) throws {
    guard !entries.isEmpty else { return }
    // An entry from another store has an id already. A new entry gets the next id.
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO audit (id, at, "by", action, subject, version, message)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for entry in entries {
      try statement.execute(arguments: [
        entry.id > 0 ? entry.id : nil, entry.at, try StoredText.plain(entry.by),
        try StoredText.plain(entry.action.rawValue),
        try StoredText.plain(entry.subject), entry.version, StoredText.message(entry.message),
      ])
    }
  }

  static func entries(
    before: Int?, limit: Int, in database: Database, at path: String
  ) throws -> [AuditEntry] {
    guard limit > 0 else { return [] }
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM audit WHERE ? IS NULL OR id < ? ORDER BY id DESC LIMIT ?")
    let rows = try Row.fetchCursor(statement, arguments: [before, before, limit])
    var entries: [AuditEntry] = []
    while let row = try rows.next() { entries.append(try entry(from: row, at: path)) }
    return entries
  }

  static func newest(in database: Database, at path: String) throws -> AuditEntry? {
    try entries(before: nil, limit: 1, in: database, at: path).first
  }

  static func entry(from row: Row, at path: String) throws(StoreError) -> AuditEntry {
    let columns = ColumnReader(row: row, path: path)
    return AuditEntry(
      id: try columns.integer("id"), at: try columns.real("at"), by: try columns.text("by"),
      action: AuditEntry.Action(rawValue: try columns.text("action")),
      subject: try columns.text("subject"), version: try columns.optionalInteger("version"),
      message: try columns.optionalMessage("message"))
  }
}
