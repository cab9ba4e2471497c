internal import MessageDigest
package import Screens

extension PostgresReportStore: ReportArchive {
  /// How long one part may take.
  private static let partTimeout = Duration.seconds(60)

  package var hasDatabase: Bool { true }

  package func readAll(_ body: (StoredReports) throws -> Void) throws {
    try PostgresTransaction.run(
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", on: makeSlot(), timeout: Self.partTimeout
    ) { transaction in
      let secret = Statement("SELECT encode(bytes, 'hex') FROM marquee_report_secret")
      var first = StoredReports()
      if let row = try transaction.run([secret]).first(0) { first.secret = try row.hexadecimal(0) }
      try body(first)
      let units =
        "SELECT rollout, event, encode(unit, 'hex') FROM marquee_report ORDER BY rollout, event, unit"
      try Self.readRows(units, in: transaction, body) { row, part in
        part.units.append(
          StoredReports.Unit(
            rollout: try row.text(0), event: try row.integer(1), unit: try row.hexadecimal(2)))
      }
      let counts = """
        SELECT rollout, event, level, step, is_new, network, slot, count FROM marquee_report_count
        ORDER BY rollout, event, level, step, is_new, network, slot
        """
      try Self.readRows(counts, in: transaction, body) { row, part in
        part.counts.append(
          StoredReports.Count(
            rollout: try row.text(0), event: try row.integer(1), level: try row.integer(2),
            step: try row.integer(3), isNew: try row.integer(4) == 1, network: Int64(try row.integer(5)),
            slot: try row.integer(6), count: try row.integer(7)))
      }
      let releases = """
        SELECT rollout, release, event, level, step, is_new, count FROM marquee_report_release
        ORDER BY rollout, release, event, level, step, is_new
        """
      try Self.readRows(releases, in: transaction, body) { row, part in
        part.releases.append(
          StoredReports.Release(
            rollout: try row.text(0), release: try row.text(1), event: try row.integer(2),
            level: try row.integer(3), step: try row.integer(4), isNew: try row.integer(5) == 1,
            count: try row.integer(6)))
      }
    }
  }

  /// Reads rows in parts.
  /// - Parameter add: adds a row to a part.
  private static func readRows(
    _ query: String, in transaction: PostgresTransaction, _ body: (StoredReports) throws -> Void,
    add: (PostgresRow, inout StoredReports) throws -> Void
  ) throws {
    _ = try transaction.run([Statement("DECLARE part NO SCROLL CURSOR FOR \(query)")])
    while true {
      let next = Statement("FETCH \(StoredReports.maximumCount) FROM part")
      let rows = try transaction.run([next]).rows(0)
      var part = StoredReports()
      for row in rows { try add(row, &part) }
      if !rows.isEmpty { try body(part) }
      guard rows.count == StoredReports.maximumCount else { break }
    }
    _ = try transaction.run([Statement("CLOSE part")])
  }

  package func replaceAll(_ body: ((StoredReports) throws -> Void) throws -> Void) throws {
    try PostgresTransaction.run("BEGIN", on: makeSlot(), timeout: Self.partTimeout) { transaction in
      _ = try transaction.run(Self.tables.map { Statement("DELETE FROM \($0)") })
      try body { part in _ = try transaction.run(Self.insertions(of: part)) }
    }
  }

  private static func insertions(of part: StoredReports) -> [Statement] {
    var statements: [Statement] = []
    if let secret = part.secret {
      statements.append(
        Statement(
          """
          INSERT INTO marquee_report_secret (id, bytes) VALUES (1, decode($1, 'hex'))
          ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes
          """, [Hexadecimal.text(of: secret)]))
    }
    if !part.units.isEmpty { statements.append(insertion(of: part.units)) }
    if !part.counts.isEmpty { statements.append(insertion(of: part.counts)) }
    if !part.releases.isEmpty { statements.append(insertion(of: part.releases)) }
    return statements
  }

  private static func insertion(of rows: [StoredReports.Unit]) -> Statement {
    Statement(
      """
      INSERT INTO marquee_report (rollout, event, unit)
      SELECT rollout, event, decode(unit, 'hex')
      FROM unnest($1::text[], $2::bigint[], $3::text[]) AS new (rollout, event, unit)
      """,
      [
        ArrayLiteral.of(rows.lazy.map { $0.rollout }), ArrayLiteral.of(rows.lazy.map { $0.event }),
        ArrayLiteral.of(rows.lazy.map { Hexadecimal.text(of: $0.unit) }),
      ])
  }

  private static func insertion(of rows: [StoredReports.Count]) -> Statement {
    Statement(
      """
      INSERT INTO marquee_report_count (rollout, event, level, step, is_new, network, slot, count)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::bigint[], $8::bigint[])
      """,
      [
        ArrayLiteral.of(rows.lazy.map { $0.rollout }), ArrayLiteral.of(rows.lazy.map { $0.event }),
        ArrayLiteral.of(rows.lazy.map { $0.level }), ArrayLiteral.of(rows.lazy.map { $0.step }),
        ArrayLiteral.of(rows.lazy.map { $0.isNew ? 1 : 0 }),
        ArrayLiteral.of(rows.lazy.map { String($0.network) }), ArrayLiteral.of(rows.lazy.map { $0.slot }),
        ArrayLiteral.of(rows.lazy.map { $0.count }),
      ])
  }

  private static func insertion(of rows: [StoredReports.Release]) -> Statement {
    Statement(
      """
      INSERT INTO marquee_report_release (rollout, release, event, level, step, is_new, count)
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::bigint[])
      """,
      [
        ArrayLiteral.of(rows.lazy.map { $0.rollout }), ArrayLiteral.of(rows.lazy.map { $0.release }),
        ArrayLiteral.of(rows.lazy.map { $0.event }), ArrayLiteral.of(rows.lazy.map { $0.level }),
        ArrayLiteral.of(rows.lazy.map { $0.step }), ArrayLiteral.of(rows.lazy.map { $0.isNew ? 1 : 0 }),
        ArrayLiteral.of(rows.lazy.map { $0.count }),
      ])
  }
}

extension PostgresRow {
  /// Bytes that were selected in hexadecimal.
  fileprivate func hexadecimal(_ column: Int) throws(StoreError) -> [UInt8] {
    guard let bytes = optionalBytes(column).flatMap({ Hexadecimal.bytes(of: $0) }) else {
      throw invalid(column)
    }
    return bytes
  }
}
