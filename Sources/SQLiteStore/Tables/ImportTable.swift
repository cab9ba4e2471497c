internal import Foundation
internal import GRDB
internal import Screens

/// The table of import marks, by the path of the file.
enum ImportTable {
  static let creation = """
    CREATE TABLE imported (path TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL, text BLOB)
    STRICT, WITHOUT ROWID
    """

  static func write(_ marks: [String: ImportMark], to database: Database) throws {
    guard !marks.isEmpty else { return }
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO imported (path, content, text) VALUES (?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET content = excluded.content, text = excluded.text
        """)
    for (path, mark) in marks {
      try statement.execute(
        arguments: [try StoredText.plain(path), Data(mark.content), mark.text.map { Data($0) }])
    }
  }

  static func marks(in database: Database, at path: String) throws -> [String: ImportMark] {
    var marks: [String: ImportMark] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT path, content, text FROM imported")
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      guard let content = try columns.optionalBytes("content") else { throw columns.invalid("content") }
      marks[try columns.text("path")] = ImportMark(content: content, text: try columns.optionalBytes("text"))
    }
    return marks
  }
}
