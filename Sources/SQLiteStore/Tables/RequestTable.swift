internal import GRDB
internal import JSONText
internal import Screens

/// The table of requests that may be repeated.
enum RequestTable {
  /// - Parameter entry: the first audit entry of the request's changes.
  /// - Throws: ``StoreError/repeatedRequest``.
  static func insert(
    _ request: RequestIdentity, at entry: AuditEntry?, revision: Int, in database: Database
  ) throws {
    let time = entry?.at ?? 0
    try database.execute(
      sql: "DELETE FROM request WHERE at < ?", arguments: [time - RequestIdentity.lifetime])
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO request (id, content, at, revision, effect) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        request.id, request.content, time, revision, entry.map { RepeatableRequest.Effect($0).json.text },
      ])
    guard database.changesCount == 1 else { throw StoreError.repeatedRequest }
  }

  static func request(_ id: String, in database: Database, at path: String) throws -> RepeatableRequest? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT content, revision, effect, response FROM request
        WHERE id = ? AND at >= CAST(strftime('%s', 'now') AS REAL) - ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [id, RequestIdentity.lifetime]) else { return nil }
    let columns = ColumnReader(row: row, path: path)
    return RepeatableRequest(
      content: try columns.text("content"), revision: try columns.integer("revision"),
      effect: try columns.optionalJSON("effect").flatMap { RepeatableRequest.Effect(json: $0) },
      response: try columns.optionalJSON("response").flatMap { KeptResponse(json: $0) })
  }

  static func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double, in database: Database
  ) throws {
    try database.execute(
      sql: "DELETE FROM request WHERE at < ?", arguments: [time - RequestIdentity.lifetime])
    try database.execute(
      sql: """
        INSERT INTO request (id, content, at, revision, response)
        VALUES (?, ?, ?, (SELECT revision FROM head), ?)
        ON CONFLICT (id) DO UPDATE SET response = excluded.response WHERE response IS NULL
        """,
      arguments: [request.id, request.content, time, response.json.text])
  }
}
