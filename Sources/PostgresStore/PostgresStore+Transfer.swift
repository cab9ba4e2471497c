internal import Foundation
package import Screens

extension PostgresStore: StoreSource, StoreTarget {
  /// The number of rows that are read at a time.
  private static let partSize = 200
  /// How long one part may take.
  private static let partTimeout = Duration.seconds(60)

  package func contents() throws(StoreError) -> StoreContents { try load() }

  package func isEmpty() throws(StoreError) -> Bool {
    let tables = [
      "marquee_version", "marquee_document", "marquee_imported", "marquee_draft", "marquee_token",
      "marquee_audit",
    ]
    let counts = tables.map { "EXISTS (SELECT FROM \($0))" }.joined(separator: " OR ")
    do throws(PostgresError) {
      let results = try reader.run([Statement("SELECT \(counts)")], within: Self.partTimeout)
      return results.first(0)?.optionalText(0) == "f"
    } catch {
      throw error.storeError
    }
  }

  package func readAll(_ body: (StoreChanges) throws -> Void) throws -> Int {
    try withTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { transaction in
      // The first of these results is that of the statement before the queries.
      let update = try ChangeQueries.update(
        try transaction.run([Statement("SELECT 1")] + ChangeQueries.everything), isComplete: true)
      var part = StoreChanges()
      part.documents = update.changes.documents
      try body(part)
      var last: (route: String, number: Int) = ("", 0)
      while true {
        let rows = try transaction.run([
          Statement(
            """
            SELECT \(ScreenVersion.storedColumns) FROM marquee_version AS v
            WHERE (route, number) > ($1, $2::bigint) ORDER BY route, number LIMIT \(Self.partSize)
            """, [last.route, String(last.number)])
        ]).rows(0)
        part = StoreChanges()
        part.versions = try rows.map { try ScreenVersion($0) }
        try body(part)
        guard let newest = part.versions.last, rows.count == Self.partSize else { break }
        last = (newest.route.name, newest.number)
      }
      for (route, draft) in update.changes.drafts.sorted(by: { $0.key < $1.key }) {
        part = StoreChanges()
        part.drafts[route] = draft
        try body(part)
      }
      part = StoreChanges()
      part.imports = update.changes.imports
      part.tokens = update.changes.tokens
      try body(part)
      var lastEntry = 0
      while true {
        let rows = try transaction.run([
          Statement(
            """
            SELECT \(AuditEntry.storedColumns) FROM marquee_audit WHERE id > $1::bigint
            ORDER BY id LIMIT \(Self.partSize)
            """, [String(lastEntry)])
        ]).rows(0)
        part = StoreChanges()
        part.audit = try rows.map { try AuditEntry($0) }
        try body(part)
        guard let newest = part.audit.last, rows.count == Self.partSize else { break }
        lastEntry = newest.id
      }
      return update.position.revision
    }
  }

  package func fill(_ body: ((StoreChanges) throws -> Void) throws -> Int?) throws {
    try withTransaction("BEGIN") { transaction in
      guard
        let row = try transaction.run([Statement("SELECT revision FROM marquee_head FOR UPDATE")]).first(0)
      else {
        throw StoreError.damaged("the table marquee_head is empty")
      }
      let first = try row.integer(0)
      let revision = try body { part in
        let rows = try ChangeStatements(part, change: "", revision: first, isLogged: false)
        _ = try transaction.run(rows.statements)
      }
      let next = max(first, revision ?? 0)
      _ = try transaction.run([
        Statement(
          "UPDATE marquee_head SET revision = $1::bigint + 1, change = $2", [String(next), UUID().uuidString]),
        Statement("INSERT INTO marquee_change SELECT revision, change, 'fence', '', 0 FROM marquee_head"),
      ])
    }
  }

  /// Runs a transaction on a connection of its own, which ends when `body` returns.
  private func withTransaction<Value>(
    _ begin: String, _ body: (PostgresTransaction) throws -> Value
  ) throws -> Value {
    try PostgresTransaction.run(begin, on: makeSlot(), timeout: Self.partTimeout, body)
  }
}
