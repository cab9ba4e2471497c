internal import GRDB
internal import Screens

/// Reads a whole database in parts of bounded size.
struct StoreParts {
  let path: String

  /// The number of rows of a part.
  private static let size = 200

  /// - Returns: the store's revision.
  func read(_ database: Database, _ body: (StoreChanges) throws -> Void) throws -> Int {
    var part = StoreChanges()
    part.documents = DocumentChanges(try DocumentTable.documents(in: database, at: path))
    try body(part)
    part = StoreChanges()
    let versions = try Row.fetchCursor(
      database, sql: "SELECT \(VersionTable.columns) FROM version ORDER BY route, number")
    while let row = try versions.next() {
      part.versions.append(try VersionTable.version(from: row, at: path))
      if part.versions.count == Self.size {
        try body(part)
        part = StoreChanges()
      }
    }
    try body(part)
    for name in try String.fetchAll(database, sql: "SELECT route FROM draft ORDER BY route") {
      guard let route = try? Route(stored: name),
        let draft = try DraftTable.draft(of: route, in: database, at: path)
      else { throw StoreError.damaged("\(path.inQuotes) is damaged: a draft has an invalid route") }
      part = StoreChanges()
      part.drafts[route] = draft
      try body(part)
    }
    part = StoreChanges()
    part.imports = try ImportTable.marks(in: database, at: path)
    for token in try TokenTable.tokens(in: database, at: path) { part.tokens[token.name] = token }
    try body(part)
    part = StoreChanges()
    let entries = try Row.fetchCursor(database, sql: "SELECT * FROM audit ORDER BY id")
    while let row = try entries.next() {
      part.audit.append(try AuditTable.entry(from: row, at: path))
      if part.audit.count == Self.size {
        try body(part)
        part = StoreChanges()
      }
    }
    try body(part)
    return try HeadTable.revision(in: database)
  }
}
