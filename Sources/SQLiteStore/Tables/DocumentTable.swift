internal import GRDB
internal import JSONText
internal import Screens

/// The table of JSON documents by kind and name. Writing a document replaces the one of the same name.
enum DocumentTable {
  /// Rows with serialised documents, and the rows to delete.
  struct Rows: Sendable {
    private let texts: [(kind: String, name: String, text: String)]
    private let deleted: [(kind: String, name: String)]

    init(_ changes: DocumentChanges) throws(StoreError) {
      var texts: [(kind: String, name: String, text: String)] = []
      for kind in changes.kinds {
        for (name, document) in changes[written: kind] {
          texts.append(
            (kind.rawValue, try StoredText.plain(name), try StoredText.json(document, named: name)))
        }
      }
      self.texts = texts
      deleted = changes.kinds.flatMap { kind in changes.deleted(kind).map { (kind.rawValue, $0) } }
    }

    func write(to database: Database) throws {
      if !texts.isEmpty {
        let statement = try database.cachedStatement(
          sql: """
            INSERT INTO document (kind, name, document) VALUES (?, ?, ?)
            ON CONFLICT (kind, name) DO UPDATE SET document = excluded.document
            """)
        for row in texts { try statement.execute(arguments: [row.kind, row.name, row.text]) }
      }
      for row in deleted {
        try database.execute(
          sql: "DELETE FROM document WHERE kind = ? AND name = ?", arguments: [row.kind, row.name])
      }
    }
  }

  /// All documents. Those of kinds that only a newer Marquee knows are left out. One that is not JSON is read as a
  /// string, which is not valid in any kind: it must not keep a server from starting, and the server reports it.
  static func documents(in database: Database, at path: String) throws -> StoredDocuments {
    var lists: [DocumentKind: [String: JSONValue]] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT kind, name, document FROM document")
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      guard let kind = DocumentKind(rawValue: try columns.text("kind")) else { continue }
      let text = try columns.text("document")
      lists[kind, default: [:]][try columns.text("name")] = (try? JSONParser.parse(text)) ?? .string(text)
    }
    var documents = StoredDocuments()
    for (kind, list) in lists { documents[kind] = list }
    return documents
  }
}
