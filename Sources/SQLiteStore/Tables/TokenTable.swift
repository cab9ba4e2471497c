internal import GRDB
internal import Screens

/// The table of valid tokens.
enum TokenTable {
  static func tokens(in database: Database, at path: String) throws -> [AccessToken] {
    var tokens: [AccessToken] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT name, scope, digest, createdAt FROM token ORDER BY name")
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      guard let scope = AccessScope(rawValue: try columns.text("scope")),
        AccessScope.grantable.contains(scope)
      else { throw columns.invalid("scope") }
      tokens.append(
        AccessToken(
          name: try columns.text("name"), scope: scope, digest: try columns.text("digest"),
          createdAt: try columns.real("createdAt")))
    }
    return tokens
  }

  static func write(_ tokens: [String: AccessToken?], to database: Database) throws {
    for (name, token) in tokens {
      guard let token else {
        try database.execute(sql: "DELETE FROM token WHERE name = ?", arguments: [name])
        continue
      }
      try database.execute(
        sql: """
          INSERT INTO token (name, scope, digest, createdAt) VALUES (?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE
          SET scope = excluded.scope, digest = excluded.digest, createdAt = excluded.createdAt
          """,
        arguments: [
          try StoredText.plain(name), token.scope.rawValue, token.digest, token.createdAt,
        ])
    }
  }
}
