internal import MessageDigest
package import Screens

/// A ``ReportStore`` that several nodes share. A report that two nodes receive counts once.
package final class PostgresReportStore: ReportStore {
  /// How long statements may take that read or write many rows.
  private static let timeout = Duration.seconds(10)
  /// The rows to send in one statement.
  private static let rowsPerStatement = 5000
  /// The units to delete in one statement.
  private static let unitsPerDeletion = 20_000

  /// The tables with reports.
  static let tables = ["marquee_report", "marquee_report_count", "marquee_report_release"]

  private let settings: PostgresConnection.Settings
  private let connection: ConnectionSlot

  /// - Parameters:
  ///   - connection: a connection string or URI, as libpq takes it.
  ///   - node: the name of this node.
  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package init(connection: String, node: String) throws(StoreError) {
    settings = try PostgresStore.settings(connection, node)
    self.connection = ConnectionSlot(settings)
  }

  package func close() { connection.close() }

  /// A connection of its own, for a transaction of several steps.
  func makeSlot() -> ConnectionSlot { ConnectionSlot(settings) }

  package func secret() throws(StoreError) -> [UInt8] {
    let results = try run([Statement("SELECT encode(bytes, 'hex') FROM marquee_report_secret")])
    return Hexadecimal.bytes(of: try results.first(0)?.text(0).utf8 ?? "".utf8) ?? []
  }

  package func add(_ reports: [FirstReport]) throws(StoreError) {
    // Each in a transaction of its own: two nodes that hold rows of several statements could deadlock. A repetition after
    // an error counts nothing twice.
    for start in stride(from: 0, to: reports.count, by: Self.rowsPerStatement) {
      let part = reports[start..<min(start + Self.rowsPerStatement, reports.count)]
      _ = try run([Self.insertion(of: part)])
    }
  }

  /// Inserts reports and counts those that are new. In the order of the keys: two nodes that send the same rows in
  /// different orders could deadlock.
  private static func insertion(of reports: ArraySlice<FirstReport>) -> Statement {
    Statement(
      """
      WITH input AS (
        SELECT DISTINCT ON (rollout, event, unit) rollout, event, decode(unit, 'hex') AS unit, level, step, is_new,
          network, slot, release
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
          $8::bigint[], $9::text[])
          WITH ORDINALITY AS row (rollout, event, unit, level, step, is_new, network, slot, release, place)
        ORDER BY rollout, event, unit, place
      ), added AS (
        INSERT INTO marquee_report (rollout, event, unit)
        SELECT rollout, event, unit FROM input ORDER BY rollout COLLATE "C", event, unit
        ON CONFLICT DO NOTHING RETURNING rollout, event, unit
      ), named AS (
        SELECT rollout, release, event, level, step, is_new, count(*) AS count
        FROM added JOIN input USING (rollout, event, unit) WHERE release IS NOT NULL
        GROUP BY rollout, release, event, level, step, is_new
      ), known AS (
        SELECT DISTINCT rollout, release FROM marquee_report_release
        WHERE rollout IN (SELECT rollout FROM named)
      ), kept AS (
        SELECT rollout, release, row_number() OVER (PARTITION BY rollout ORDER BY known.release IS NULL, release) AS place
        FROM (SELECT DISTINCT rollout, release FROM named UNION SELECT rollout, release FROM known) AS each
        LEFT JOIN known USING (rollout, release)
      ), released AS (
        INSERT INTO marquee_report_release AS one (rollout, release, event, level, step, is_new, count)
        SELECT rollout, release, event, level, step, is_new, count
        FROM named JOIN kept USING (rollout, release) WHERE place <= $10::bigint
        ORDER BY rollout COLLATE "C", release COLLATE "C", event, level, step, is_new
        ON CONFLICT (rollout, release, event, level, step, is_new) DO UPDATE SET count = one.count + excluded.count
      )
      INSERT INTO marquee_report_count AS known (rollout, event, level, step, is_new, network, slot, count)
      SELECT rollout, event, level, step, is_new, network, slot, count(*)
      FROM added JOIN input USING (rollout, event, unit)
      GROUP BY rollout, event, level, step, is_new, network, slot
      ORDER BY rollout COLLATE "C", event, level, step, is_new, network, slot
      ON CONFLICT (rollout, event, level, step, is_new, network, slot)
      DO UPDATE SET count = known.count + excluded.count
      """,
      [
        ArrayLiteral.of(reports.lazy.map { $0.rollout }), ArrayLiteral.of(reports.lazy.map { $0.event }),
        ArrayLiteral.of(reports.lazy.map { Hexadecimal.text(of: $0.unit) }),
        ArrayLiteral.of(reports.lazy.map { $0.level }), ArrayLiteral.of(reports.lazy.map { $0.step }),
        ArrayLiteral.of(reports.lazy.map { $0.isNew ? 1 : 0 }),
        ArrayLiteral.of(reports.lazy.map { String($0.network) }),
        ArrayLiteral.of(reports.lazy.map { $0.slot }),
        ArrayLiteral.of(reports.lazy.map { report in report.release.map { "\($0)" } }),
        String(ReleaseCount.maximumReleases),
      ])
  }

  package func counts(
    ofRollout id: String, settledThrough slot: Int
  ) throws(StoreError) -> [ReportCount] {
    let results = try run([
      Statement(
        """
        SELECT event, level, step, is_new, network, sum(count)::bigint,
          (coalesce(sum(count) FILTER (WHERE slot <= $2::bigint), 0))::bigint
        FROM marquee_report_count WHERE rollout = $1 GROUP BY event, level, step, is_new, network
        """, [id, String(slot)])
    ])
    return try results.rows(0).map { (row) throws(StoreError) in
      ReportCount(
        event: try row.integer(0), level: try row.integer(1), step: try row.integer(2),
        isNew: try row.integer(3) == 1, network: Int64(try row.integer(4)), count: try row.integer(5),
        settledCount: try row.integer(6))
    }
  }

  package func releaseCounts(ofRollout id: String) throws(StoreError) -> [ReleaseCount] {
    let results = try run([
      Statement(
        "SELECT release, event, level, step, is_new, count FROM marquee_report_release WHERE rollout = $1",
        [id])
    ])
    return try results.rows(0).map { (row) throws(StoreError) -> ReleaseCount? in
      guard let release = ReleaseName(try row.text(0)) else { return nil }
      return ReleaseCount(
        release: release, event: try row.integer(1), level: try row.integer(2), step: try row.integer(3),
        isNew: try row.integer(4) == 1, count: try row.integer(5))
    }.compactMap(\.self)
  }

  package func mergeCounts(ofRollout id: String, through slot: Int) throws(StoreError) {
    // One statement: counts that another node adds meanwhile are not lost.
    let merging = Statement(
      """
      WITH merged AS (
        DELETE FROM marquee_report_count WHERE rollout = $1 AND slot BETWEEN 1 AND $2::bigint
        RETURNING event, level, step, is_new, network, count
      )
      INSERT INTO marquee_report_count AS known (rollout, event, level, step, is_new, network, slot, count)
      SELECT $1::text, event, level, step, is_new, network, 0, sum(count)::bigint
      FROM merged GROUP BY event, level, step, is_new, network ORDER BY event, level, step, is_new, network
      ON CONFLICT (rollout, event, level, step, is_new, network, slot)
      DO UPDATE SET count = known.count + excluded.count
      """, [id, String(slot)])
    _ = try run([merging])
  }

  package func rollouts() throws(StoreError) -> [ReportedRollout] {
    // Each id is looked up in the primary key: there are few ids, and many rows.
    let results = try run([
      Statement(
        """
        WITH RECURSIVE found (id) AS (
          SELECT min(rollout) FROM marquee_report_count
          UNION ALL
          SELECT (SELECT min(rollout) FROM marquee_report_count WHERE rollout > found.id)
          FROM found WHERE found.id IS NOT NULL
        )
        SELECT id, EXISTS (SELECT FROM marquee_report WHERE rollout = found.id) FROM found
        WHERE EXISTS (SELECT FROM marquee_report_count WHERE rollout = found.id AND network <> 0)
        """)
    ])
    return try results.rows(0).map { (row) throws(StoreError) in
      ReportedRollout(id: try row.text(0), hasUnits: try row.text(1) == "t")
    }
  }

  package func deleteUnits(ofRollout id: String) throws(StoreError) -> Bool {
    // Rows that another node deletes at the same time are passed over: waiting for them could deadlock.
    let results = try run([
      Statement(
        """
        WITH part AS (
          SELECT ctid AS place FROM marquee_report WHERE rollout = $1 LIMIT \(Self.unitsPerDeletion)
          FOR UPDATE SKIP LOCKED
        ), deleted AS (
          DELETE FROM marquee_report WHERE ctid = ANY (ARRAY(SELECT place FROM part)) RETURNING 1
        )
        SELECT count(*) FROM deleted
        """, [id])
    ])
    return try results.first(0)?.integer(0) == Self.unitsPerDeletion
  }

  package func deleteReports(ofRollouts ids: [String]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    let list = ArrayLiteral.of(ids.lazy.map { $0 })
    _ = try run(
      Self.tables.map {
        Statement("DELETE FROM \($0) WHERE rollout = ANY ($1::text[])", [list])
      })
  }

  private func run(_ statements: [Statement]) throws(StoreError) -> PostgresResults {
    do throws(PostgresError) {
      return try connection.use { (connection) throws(PostgresError) in
        PostgresResults(try connection.run(statements, timeout: Self.timeout))
      }
    } catch {
      throw error.storeError
    }
  }
}
