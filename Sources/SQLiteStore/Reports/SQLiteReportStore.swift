internal import Foundation
internal import GRDB
package import Screens

/// A ``ReportStore`` in an SQLite database of its own, so that many reports do not delay a publication.
package final class SQLiteReportStore: ReportStore {
  /// `MRQR`: identifies the file's owner in its header (<https://www.sqlite.org/fileformat.html> §1.3.17).
  private static let applicationID = 0x4D52_5152
  /// The page cache, in KiB: reports of new units are written all over the file.
  private static let cacheSize = 4096
  /// The units to delete in one transaction, during which reports wait.
  private static let unitsPerDeletion = 20_000

  let database: LazyDatabase

  /// - Parameter folder: a data folder that the caller has locked.
  package init(folder: String) {
    let folder = DataFolder(path: folder)
    database = LazyDatabase(
      path: folder.reportsPath, in: folder, label: "marquee.reports", applicationID: Self.applicationID,
      cacheSize: Self.cacheSize, migrations: Self.migrations)
  }

  /// Closes the database. Every later call fails.
  package func close() { database.close() }

  /// The statements of each schema version, from 1. A released one is never edited.
  private static let migrations = [
    """
    CREATE TABLE report (
      rollout TEXT NOT NULL,
      event INTEGER NOT NULL,
      unit BLOB NOT NULL,
      PRIMARY KEY (rollout, event, unit)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE report_count (
      rollout TEXT NOT NULL,
      event INTEGER NOT NULL,
      level INTEGER NOT NULL,
      step INTEGER NOT NULL,
      is_new INTEGER NOT NULL,
      network INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (rollout, event, level, step, is_new, network, slot)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = \(applicationID);
    """,
    """
    CREATE TABLE report_release (
      rollout TEXT NOT NULL,
      release TEXT NOT NULL,
      event INTEGER NOT NULL,
      level INTEGER NOT NULL,
      step INTEGER NOT NULL,
      is_new INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (rollout, release, event, level, step, is_new)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE report_secret (id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL) STRICT;
    INSERT INTO report_secret VALUES (1, randomblob(\(ExperimentToken.Key.secretBytes)));
    """,
  ]

  /// The tables with reports.
  static let tables = ["report", "report_count", "report_release"]

  /// A row of `report_count` without its count.
  private struct Key: Hashable {
    let rollout: String
    let event: Int
    let level: Int
    let step: Int
    let isNew: Bool
    let network: Int64
    let slot: Int
  }

  /// A row of `report_release` without its count.
  private struct ReleaseKey: Hashable {
    let rollout: String
    let release: ReleaseName
    let event: Int
    let level: Int
    let step: Int
    let isNew: Bool
  }

  /// The releases that a rollout counts apart.
  private static func releases(ofRollout id: String, in database: Database) throws -> Set<ReleaseName> {
    let names = try String.fetchSet(
      database, sql: "SELECT DISTINCT release FROM report_release WHERE rollout = ?", arguments: [id])
    return Set(names.compactMap { ReleaseName($0) })
  }

  package func secret() throws(StoreError) -> [UInt8] {
    do {
      return try database.queue().read { database in
        Array(try Data.fetchOne(database, sql: "SELECT bytes FROM report_secret") ?? Data())
      }
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  package func add(_ reports: [FirstReport]) throws(StoreError) {
    guard !reports.isEmpty else { return }
    try writing { database in
      let insertion = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO report (rollout, event, unit) VALUES (?, ?, ?)")
      var added: [Key: Int] = [:]
      var addedByRelease: [ReleaseKey: Int] = [:]
      var releases: [String: Set<ReleaseName>] = [:]
      for report in reports {
        try insertion.execute(arguments: [report.rollout, report.event, Data(report.unit)])
        guard database.changesCount == 1 else { continue }
        let key = Key(
          rollout: report.rollout, event: report.event, level: report.level, step: report.step,
          isNew: report.isNew, network: report.network, slot: report.slot)
        added[key, default: 0] += 1
        guard let release = report.release else { continue }
        var known = try releases[report.rollout] ?? Self.releases(ofRollout: report.rollout, in: database)
        if known.count < ReleaseCount.maximumReleases { known.insert(release) }
        releases[report.rollout] = known
        guard known.contains(release) else { continue }
        let releaseKey = ReleaseKey(
          rollout: report.rollout, release: release, event: report.event, level: report.level,
          step: report.step, isNew: report.isNew)
        addedByRelease[releaseKey, default: 0] += 1
      }
      let counting = try database.cachedStatement(
        sql: """
          INSERT INTO report_count (rollout, event, level, step, is_new, network, slot, count)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (rollout, event, level, step, is_new, network, slot)
          DO UPDATE SET count = count + excluded.count
          """)
      for (key, count) in added {
        try counting.execute(arguments: [
          key.rollout, key.event, key.level, key.step, key.isNew, key.network, key.slot, count,
        ])
      }
      let countingReleases = try database.cachedStatement(
        sql: """
          INSERT INTO report_release (rollout, release, event, level, step, is_new, count)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (rollout, release, event, level, step, is_new) DO UPDATE SET count = count + excluded.count
          """)
      for (key, count) in addedByRelease {
        try countingReleases.execute(arguments: [
          key.rollout, "\(key.release)", key.event, key.level, key.step, key.isNew, count,
        ])
      }
    }
  }

  package func counts(
    ofRollout id: String, settledThrough slot: Int
  ) throws(StoreError) -> [ReportCount] {
    // Do not create a database to read nothing.
    guard database.isThere else { return [] }
    do {
      return try database.queue().read { database in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT event, level, step, is_new, network, sum(count) AS count,
              sum(CASE WHEN slot <= ? THEN count ELSE 0 END) AS settled
            FROM report_count WHERE rollout = ? GROUP BY event, level, step, is_new, network
            """, arguments: [slot, id])
        return try rows.map { row in
          let columns = ColumnReader(row: row, path: self.database.path)
          return ReportCount(
            event: try columns.integer("event"), level: try columns.integer("level"),
            step: try columns.integer("step"), isNew: try columns.integer("is_new") == 1,
            network: Int64(try columns.integer("network")), count: try columns.integer("count"),
            settledCount: try columns.integer("settled"))
        }
      }
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  package func releaseCounts(ofRollout id: String) throws(StoreError) -> [ReleaseCount] {
    guard database.isThere else { return [] }
    do {
      return try database.queue().read { database in
        let rows = try Row.fetchAll(
          database,
          sql: "SELECT release, event, level, step, is_new, count FROM report_release WHERE rollout = ?",
          arguments: [id])
        return try rows.compactMap { row in
          let columns = ColumnReader(row: row, path: self.database.path)
          guard let release = ReleaseName(try columns.text("release")) else { return nil }
          return ReleaseCount(
            release: release, event: try columns.integer("event"), level: try columns.integer("level"),
            step: try columns.integer("step"), isNew: try columns.integer("is_new") == 1,
            count: try columns.integer("count"))
        }
      }
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  package func mergeCounts(ofRollout id: String, through slot: Int) throws(StoreError) {
    guard database.isThere else { return }
    try writing { database in
      try database.execute(
        sql: """
          INSERT INTO report_count (rollout, event, level, step, is_new, network, slot, count)
          SELECT rollout, event, level, step, is_new, network, 0, sum(count)
          FROM report_count WHERE rollout = ? AND slot BETWEEN 1 AND ?
          GROUP BY rollout, event, level, step, is_new, network
          ON CONFLICT (rollout, event, level, step, is_new, network, slot)
          DO UPDATE SET count = count + excluded.count
          """, arguments: [id, slot])
      try database.execute(
        sql: "DELETE FROM report_count WHERE rollout = ? AND slot BETWEEN 1 AND ?", arguments: [id, slot])
    }
  }

  package func rollouts() throws(StoreError) -> [ReportedRollout] {
    guard database.isThere else { return [] }
    do {
      return try database.queue().read { database in
        // Each id is looked up in the primary key: there are few ids, and many rows.
        let rows = try Row.fetchAll(
          database,
          sql: """
            WITH RECURSIVE found (id) AS (
              SELECT min(rollout) FROM report_count
              UNION ALL
              SELECT (SELECT min(rollout) FROM report_count WHERE rollout > found.id)
              FROM found WHERE found.id IS NOT NULL
            )
            SELECT id, EXISTS (SELECT 1 FROM report WHERE rollout = found.id) AS has_units FROM found
            WHERE EXISTS (SELECT 1 FROM report_count WHERE rollout = found.id AND network <> 0)
            """)
        return try rows.map { row in
          let columns = ColumnReader(row: row, path: self.database.path)
          return ReportedRollout(
            id: try columns.text("id"), hasUnits: try columns.integer("has_units") == 1)
        }
      }
    } catch {
      throw StoreError(error, at: database.path)
    }
  }

  package func deleteUnits(ofRollout id: String) throws(StoreError) -> Bool {
    guard database.isThere else { return false }
    return try writing { database in
      let last = try Row.fetchOne(
        database,
        sql: "SELECT event, unit FROM report WHERE rollout = ? ORDER BY event, unit LIMIT 1 OFFSET ?",
        arguments: [id, Self.unitsPerDeletion - 1])
      guard let last else {
        try database.execute(sql: "DELETE FROM report WHERE rollout = ?", arguments: [id])
        return false
      }
      let columns = ColumnReader(row: last, path: self.database.path)
      guard let unit = try columns.optionalBytes("unit") else { throw columns.invalid("unit") }
      try database.execute(
        sql: "DELETE FROM report WHERE rollout = ? AND (event, unit) <= (?, ?)",
        arguments: [id, try columns.integer("event"), Data(unit)])
      return true
    }
  }

  package func deleteReports(ofRollouts ids: [String]) throws(StoreError) {
    guard !ids.isEmpty, database.isThere else { return }
    try writing { database in
      for table in Self.tables {
        for id in ids {
          try database.execute(sql: "DELETE FROM \(table) WHERE rollout = ?", arguments: [id])
        }
      }
    }
  }

  private func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try database.queue().write(body)
    } catch {
      throw StoreError(error, at: database.path)
    }
  }
}
