internal import Foundation
internal import GRDB
package import Screens
internal import Synchronization

/// An ``ExposureStore`` in an SQLite database of its own, so that many new units do not delay a publication.
package final class SQLiteExposureStore: ExposureStore {
  /// `MRQX`: identifies the file's owner in its header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  private static let applicationID = 0x4D52_5158
  /// The page cache, in KiB. Small, because exposures are written all over the file and rarely read.
  private static let cacheSize = 256

  private let database: LazyDatabase
  let unmerged = Atomic<Int>(0)

  /// - Parameter folder: a data folder that the caller has locked.
  package init(folder: String) {
    let folder = DataFolder(path: folder)
    database = LazyDatabase(
      path: folder.exposuresPath, in: folder, label: "marquee.exposures", applicationID: Self.applicationID,
      cacheSize: Self.cacheSize, migrations: Self.migrations)
  }

  var path: String { database.path }

  /// Closes the database. Every later call fails.
  package func close() { database.close() }

  /// The database, opened at the first use.
  func queue() throws -> DatabaseQueue {
    try database.queue { queue in
      let bytes = try queue.read { try Int.fetchOne($0, sql: "SELECT sum(length(exposures)) FROM batch") }
      unmerged.store(bytes ?? 0, ordering: .relaxed)
    }
  }

  /// The statements of each schema version, from 1. A released one is never edited.
  private static let migrations = [
    // The keys of experiments and variants are stored once. The exposures of one variant stand together, by unit.
    """
    CREATE TABLE arm (
      id INTEGER PRIMARY KEY,
      experiment TEXT NOT NULL,
      variant TEXT NOT NULL,
      UNIQUE (experiment, variant)
    ) STRICT;
    CREATE TABLE exposure (
      arm INTEGER NOT NULL REFERENCES arm (id),
      unit BLOB NOT NULL,
      at INTEGER NOT NULL,
      version INTEGER NOT NULL,
      route TEXT NOT NULL,
      PRIMARY KEY (arm, unit)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = \(applicationID);
    """,
    // Batches in the order in which they were recorded, until they are merged.
    ["batch", "damaged_batch"].map {
      "CREATE TABLE \($0) (id INTEGER PRIMARY KEY, showings TEXT NOT NULL, exposures BLOB NOT NULL) STRICT;"
    }.joined(),
  ]

  package var unmergedBytes: Int { unmerged.load(ordering: .relaxed) }

  package func append(_ batch: ExposureBatch) throws(StoreError) {
    guard !batch.bytes.isEmpty else { return }
    do {
      try queue().write { database in
        try database.cachedStatement(sql: "INSERT INTO batch (showings, exposures) VALUES (?, ?)")
          .execute(arguments: [batch.showingsText, Data(batch.bytes)])
      }
      unmerged.add(batch.bytes.count, ordering: .relaxed)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Whether there is a database already.
  var isThere: Bool { database.isThere }

  package func merge() throws(StoreError) -> ExposureMergeOutcome {
    do {
      // Do not create a database to merge nothing.
      guard isThere else { return ExposureMergeOutcome(hasMore: false, damaged: 0) }
      let queue = try queue()
      guard unmergedBytes > 0 else { return ExposureMergeOutcome(hasMore: false, damaged: 0) }
      let step = try queue.write { try ExposureMerge().step($0) }
      // A batch is counted only after it is stored, so the count may be negative for a moment.
      unmerged.subtract(step.bytes, ordering: .relaxed)
      return ExposureMergeOutcome(hasMore: step.bytes > 0 && unmergedBytes > 0, damaged: step.damaged)
    } catch {
      throw StoreError(error, at: path)
    }
  }

  package func counts(ofExperiment key: String) throws(StoreError) -> ExposureCounts {
    try reading { database in
      let variants = try Row.fetchAll(
        database,
        sql: """
          SELECT variant, count(*) AS units, min(at) AS first, max(at) AS last
          FROM arm JOIN exposure ON exposure.arm = arm.id WHERE experiment = ? GROUP BY arm.id ORDER BY variant
          """, arguments: [key])
      let days = try Row.fetchAll(
        database,
        sql: """
          SELECT at / 86400000 AS day, variant, count(*) AS units
          FROM arm JOIN exposure ON exposure.arm = arm.id WHERE experiment = ?
          GROUP BY day, variant ORDER BY day, variant
          """, arguments: [key])
      let several =
        try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM (
              SELECT unit FROM arm JOIN exposure ON exposure.arm = arm.id WHERE experiment = ?
              GROUP BY unit HAVING count(*) > 1)
            """, arguments: [key]) ?? 0
      return ExposureCounts(
        variants: try variants.map { row in
          let columns = ColumnReader(row: row, path: path)
          return ExposureCount(
            variant: try columns.text("variant"), units: try columns.integer("units"),
            first: Int64(try columns.integer("first")), last: Int64(try columns.integer("last")))
        },
        days: try days.map { row in
          let columns = ColumnReader(row: row, path: path)
          return DailyExposures(
            day: try columns.integer("day"), variant: try columns.text("variant"),
            units: try columns.integer("units"))
        }, unitsInSeveralVariants: several)
    }
  }

  package func exposures(
    ofExperiment key: String, after last: Exposure?, limit: Int
  ) throws(StoreError) -> [Exposure] {
    guard limit > 0 else { return [] }
    return try reading { database in
      // One query for each variant, so that each reads a range of the primary key.
      let arms = try Row.fetchAll(
        database, sql: "SELECT id, variant FROM arm WHERE experiment = ? ORDER BY variant", arguments: [key])
      let statement = try database.cachedStatement(
        sql: "SELECT unit, at, version, route FROM exposure WHERE arm = ? AND unit > ? ORDER BY unit LIMIT ?")
      var exposures: [Exposure] = []
      for arm in arms {
        let columns = ColumnReader(row: arm, path: path)
        let variant = try columns.text("variant")
        if let last, variant < last.variant { continue }
        let after = last.flatMap { $0.variant == variant ? Data($0.unit.utf8) : nil } ?? Data()
        let rows = try Row.fetchCursor(
          statement, arguments: [try columns.integer("id"), after, limit - exposures.count])
        while let row = try rows.next() {
          exposures.append(try exposure(row, key, variant))
        }
        guard exposures.count < limit else { break }
      }
      return exposures
    }
  }

  private func exposure(_ row: Row, _ key: String, _ variant: String) throws -> Exposure {
    let columns = ColumnReader(row: row, path: path)
    guard let unit = try columns.optionalBytes("unit") else { throw columns.invalid("unit") }
    return Exposure(
      at: Int64(try columns.integer("at")), unit: String(decoding: unit, as: UTF8.self), experiment: key,
      variant: variant, version: try columns.integer("version"), route: try columns.route())
  }

  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    while try merge().hasMore {}
    do {
      return try queue().read(body)
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
