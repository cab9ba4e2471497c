internal import Foundation
internal import JSONText
internal import MessageDigest
package import Screens
internal import Synchronization

/// An ``ExposureStore`` that several nodes share. A node keeps batches in a spool on its disk, and sends them when the
/// database takes them. Sending a batch again has no further effect.
package final class PostgresExposureStore: ExposureArchive {
  /// How long statements may take that read or write many rows.
  private static let timeout = Duration.seconds(30)
  /// The rows to send in one statement.
  private static let rowsPerStatement = 5000

  private let spool: any ExposureSpool
  private let connection: ConnectionSlot
  private let reasonForRefusal: @Sendable () -> String?

  /// - Parameters:
  ///   - connection: a connection string or URI, as libpq takes it.
  ///   - node: the name of this node.
  ///   - reasonForRefusal: why the node may not use the database now; nil if it may.
  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package init(
    connection: String, node: String, spool: any ExposureSpool,
    reasonForRefusal: @escaping @Sendable () -> String? = { nil }
  ) throws(StoreError) {
    self.spool = spool
    self.reasonForRefusal = reasonForRefusal
    self.connection = ConnectionSlot(try PostgresStore.settings(connection, node))
  }

  package func close() { connection.close() }

  package func append(_ batch: ExposureBatch) throws(StoreError) { try spool.append(batch) }

  package var unmergedBytes: Int { spool.unmergedBytes }

  package func merge() throws(StoreError) -> ExposureMergeOutcome {
    // The spool may have batches of an earlier process.
    let oldest = try spool.oldestBatches()
    guard oldest.last != nil else { return ExposureMergeOutcome(hasMore: false, damaged: 0) }
    try send(oldest.batches)
    try spool.remove(oldest)
    return ExposureMergeOutcome(
      hasMore: oldest.bytes > 0 && spool.unmergedBytes > 0, damaged: oldest.damaged)
  }

  private struct Key: Hashable {
    let arm: Int
    let unit: [UInt8]
  }

  private struct Row {
    let at: Int64
    let version: Int
    let route: String
  }

  private func send(_ batches: [ExposureBatch]) throws(StoreError) {
    let choices = Set(batches.flatMap { $0.showings.flatMap(\.choices) })
    guard !choices.isEmpty else { return }
    let arms = try arms(of: choices)
    var rows: [Key: Row] = [:]
    for batch in batches {
      let armsPerShowing = batch.showings.map { $0.choices.compactMap { arms[$0] } }
      for element in batch.elements ?? [] {
        let showing = batch.showings[element.showing]
        for arm in armsPerShowing[element.showing] {
          let key = Key(arm: arm, unit: Array(batch.bytes[element.unit]))
          if let known = rows[key], known.at <= element.at { continue }
          rows[key] = Row(at: element.at, version: showing.version, route: showing.route)
        }
      }
    }
    try send(rows)
  }

  private func send(_ rows: [Key: Row]) throws(StoreError) {
    // In the order of the key: two nodes that send the same rows in different orders could deadlock.
    let sorted = rows.sorted {
      $0.key.arm == $1.key.arm
        ? $0.key.unit.lexicographicallyPrecedes($1.key.unit) : $0.key.arm < $1.key.arm
    }
    for start in stride(from: 0, to: sorted.count, by: Self.rowsPerStatement) {
      let part = sorted[start..<min(start + Self.rowsPerStatement, sorted.count)]
      _ = try run([
        Statement(
          """
          INSERT INTO marquee_exposure AS known (arm, unit, at, version, route)
          SELECT arm, decode(unit, 'hex'), at, version, route
          FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[])
            AS new (arm, unit, at, version, route)
          ON CONFLICT (arm, unit) DO UPDATE
          SET at = excluded.at, version = excluded.version, route = excluded.route
          WHERE known.at > excluded.at
          """,
          [
            ArrayLiteral.of(part.lazy.map { $0.key.arm }),
            ArrayLiteral.of(part.lazy.map { Hexadecimal.text(of: $0.key.unit) }),
            ArrayLiteral.of(part.lazy.map { String($0.value.at) }),
            ArrayLiteral.of(part.lazy.map { $0.value.version }),
            ArrayLiteral.of(part.lazy.map { $0.value.route }),
          ])
      ])
    }
  }

  private func arms(of choices: Set<Combination.Choice>) throws(StoreError) -> [Combination.Choice: Int] {
    let sorted = choices.sorted { ($0.experiment, $0.variant) < ($1.experiment, $1.variant) }
    let parameters: [String?] = [
      ArrayLiteral.of(sorted.lazy.map { $0.experiment }), ArrayLiteral.of(sorted.lazy.map { $0.variant }),
    ]
    let results = try run([
      Statement(
        """
        INSERT INTO marquee_arm (experiment, variant) SELECT * FROM unnest($1::text[], $2::text[])
        ON CONFLICT DO NOTHING
        """, parameters),
      Statement(
        """
        SELECT a.id, a.experiment, a.variant FROM marquee_arm AS a
        JOIN unnest($1::text[], $2::text[]) AS c (experiment, variant) USING (experiment, variant)
        """, parameters),
    ])
    var arms: [Combination.Choice: Int] = [:]
    for row in results.rows(1) {
      arms[Combination.Choice(experiment: try row.text(1), variant: try row.text(2))] = try row.integer(0)
    }
    return arms
  }

  private func run(_ statements: [Statement]) throws(StoreError) -> PostgresResults {
    if let reason = reasonForRefusal() { throw .unavailable(reason) }
    do throws(PostgresError) {
      return try connection.use { (connection) throws(PostgresError) in
        // A connection whose database is gone fails here, and not after the timeout of a slow statement.
        _ = try connection.run([Statement("SELECT 1")], timeout: PostgresStore.timeout)
        return PostgresResults(try connection.run(statements, timeout: Self.timeout))
      }
    } catch {
      throw error.storeError
    }
  }

  // MARK: Reading

  /// Sends the batches of this node. Those of others arrive within seconds.
  private func mergeAll() throws(StoreError) {
    while try merge().hasMore {}
  }

  package func counts(ofExperiment key: String) throws(StoreError) -> ExposureCounts {
    try mergeAll()
    let exposures = "FROM marquee_arm AS a JOIN marquee_exposure AS e ON e.arm = a.id WHERE experiment = $1"
    let results = try run([
      Statement(
        "SELECT variant, count(*), min(at), max(at) \(exposures) GROUP BY a.id ORDER BY variant", [key]),
      Statement(
        """
        SELECT at / 86400000 AS day, variant, count(*) \(exposures) GROUP BY day, variant ORDER BY day, variant
        """, [key]),
      Statement(
        "SELECT count(*) FROM (SELECT FROM marquee_arm AS a JOIN marquee_exposure AS e ON e.arm = a.id "
          + "WHERE experiment = $1 GROUP BY unit HAVING count(*) > 1) AS several", [key]),
    ])
    return ExposureCounts(
      variants: try results.rows(0).map { (row) throws(StoreError) in
        ExposureCount(
          variant: try row.text(0), units: try row.integer(1), first: Int64(try row.integer(2)),
          last: Int64(try row.integer(3)))
      },
      days: try results.rows(1).map { (row) throws(StoreError) in
        DailyExposures(day: try row.integer(0), variant: try row.text(1), units: try row.integer(2))
      }, unitsInSeveralVariants: try results.first(2)?.integer(0) ?? 0)
  }

  package func exposures(
    ofExperiment key: String, after last: Exposure?, limit: Int
  ) throws(StoreError) -> [Exposure] {
    guard limit > 0 else { return [] }
    try mergeAll()
    let results = try run([
      Statement(
        """
        SELECT a.variant, encode(e.unit, 'hex'), e.at, e.version, e.route
        FROM marquee_arm AS a JOIN marquee_exposure AS e ON e.arm = a.id
        WHERE a.experiment = $1 AND ($2::text IS NULL OR a.variant > $2
          OR a.variant = $2 AND e.unit > decode($3, 'hex'))
        ORDER BY a.variant, e.unit LIMIT $4::bigint
        """,
        [key, last?.variant, last.map { Hexadecimal.text(of: Array($0.unit.utf8)) }, String(limit)])
    ])
    return try results.rows(0).map { (row) throws(StoreError) in
      guard let unit = row.optionalBytes(1).flatMap({ Hexadecimal.bytes(of: $0) }) else {
        throw row.invalid(1)
      }
      return Exposure(
        at: Int64(try row.integer(2)), unit: String(decoding: unit, as: UTF8.self), experiment: key,
        variant: try row.text(0), version: try row.integer(3), route: try row.route(4))
    }
  }

  // MARK: Archive

  package func exposedExperiments() throws(StoreError) -> [String] {
    let results = try run([Statement("SELECT DISTINCT experiment FROM marquee_arm ORDER BY experiment")])
    return try results.rows(0).map { (row) throws(StoreError) in try row.text(0) }
  }

  package func add(_ exposures: [Exposure]) throws(StoreError) {
    let choices = Set(
      exposures.map { Combination.Choice(experiment: $0.experiment, variant: $0.variant) })
    guard !choices.isEmpty else { return }
    let arms = try arms(of: choices)
    var rows: [Key: Row] = [:]
    for exposure in exposures {
      let choice = Combination.Choice(experiment: exposure.experiment, variant: exposure.variant)
      guard let arm = arms[choice] else { continue }
      rows[Key(arm: arm, unit: Array(exposure.unit.utf8))] = Row(
        at: exposure.at, version: exposure.version, route: exposure.route.name)
    }
    try send(rows)
  }
}
