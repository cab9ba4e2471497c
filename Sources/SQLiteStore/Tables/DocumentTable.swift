internal import GRDB
internal import JSONText
internal import Screens

/// A table of JSON documents by name. Writing a document replaces the one of the same name.
enum DocumentTable: String, Sendable {
  typealias Documents = [String: JSONValue]

  case viewType, format, preview, release
  /// Not `group`, because GROUP is a keyword of SQL.
  case group = "conditionGroup"

  private var valueColumn: String {
    switch self {
    case .viewType: "schema"
    case .format, .preview: "document"
    case .release: "manifest"
    case .group: "members"
    }
  }

  /// Rows with serialised documents.
  struct Rows: Sendable {
    fileprivate let table: DocumentTable
    fileprivate let texts: [(key: String, text: String)]

    func write(to database: Database) throws {
      guard !texts.isEmpty else { return }
      let value = table.valueColumn
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO \(table.rawValue) (name, \(value)) VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET \(value) = excluded.\(value)
          """)
      for row in texts { try statement.execute(arguments: [row.key, row.text]) }
    }
  }

  func rows(for documents: Documents) throws(StoreError) -> Rows {
    var texts: [(key: String, text: String)] = []
    texts.reserveCapacity(documents.count)
    for (key, value) in documents {
      texts.append((try StoredText.plain(key), try StoredText.json(value, named: key)))
    }
    return Rows(table: self, texts: texts)
  }

  /// Deletes documents.
  func delete(_ names: [String], from database: Database) throws {
    for name in names {
      try database.execute(sql: "DELETE FROM \(rawValue) WHERE name = ?", arguments: [name])
    }
  }

  func documents(in database: Database, at path: String) throws -> Documents {
    var documents: Documents = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT name, \(valueColumn) FROM \(rawValue)")
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      documents[try columns.text("name")] = try columns.json(valueColumn)
    }
    return documents
  }
}
