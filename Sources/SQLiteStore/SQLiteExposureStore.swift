internal import Foundation
internal import GRDB
package import Screens
internal import Synchronization

/// An ``ExposureStore`` in an SQLite database of its own, beside that of the versions: a storm of new units keeps no
/// publication waiting.
package final class SQLiteExposureStore: ExposureStore {
  /// Rises with each migration; it is the database's `user_version`.
  private static let version = 1
  /// `MRQX`: says in the file's header whose it is (<https://www.sqlite.org/fileformat.html> §1.3.17).
  private static let applicationID = 0x4D52_5158
  /// Memory for pages, in KiB: exposures are written all over the file and hardly ever read.
  private static let cache = 256

  private let folder: DataFolder
  private let state = Mutex(State.closed)

  private enum State {
    /// Not opened yet: a server on which nobody is in an experiment needs no database.
    case closed
    case open(DatabaseQueue)
    case ended
  }

  /// - Parameter folder: a data folder, of which the caller has the sole use.
  package init(folder: String) { self.folder = DataFolder(path: folder) }

  private var path: String { folder.exposuresPath }

  /// Ends the use of the database; whatever is asked of it from now on fails.
  package func close() {
    state.withLock { state in
      if case .open(let queue) = state { try? queue.close() }
      state = .ended
    }
  }

  deinit { close() }

  /// The database, opened when it is first asked for.
  private func queue() throws -> DatabaseQueue {
    try state.withLock { state in
      switch state {
      case .open(let queue): return queue
      case .ended: throw StoreError.unavailable("\(path.onOneLine) is closed")
      case .closed:
        try folder.createFile(path)
        var configuration = Configuration()
        configuration.label = "marquee.exposures"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(SQLiteStore.busySeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
          let ownership = DatabaseOwnership(
            path: path, version: Self.version, applicationID: Self.applicationID)
          try ownership.refuseNewer(database, than: Self.migrator)
          try ownership.refuseOthers(database)
          try SQLiteStore.makeDurable(database)
          try database.execute(sql: "PRAGMA cache_size = -\(Self.cache)")
        }
        try Self.migrator.migrate(queue)
        state = .open(queue)
        return queue
      }
    }
  }

  /// Each migration is one transaction, and is never edited once released.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      // Keys of experiments and variants once; the exposures of one variant together, by unit.
      try database.execute(
        sql: """
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
          PRAGMA user_version = \(version);
          """)
    }
    return migrator
  }

  package func save(_ exposures: [Exposure]) throws(StoreError) {
    guard !exposures.isEmpty else { return }
    do {
      try queue().write { database in
        var arms: [[String]: Int64] = [:]
        let insertion = try database.cachedStatement(
          sql: "INSERT OR IGNORE INTO exposure (arm, unit, at, version, route) VALUES (?, ?, ?, ?, ?)")
        for exposure in exposures {
          let key = [exposure.experiment, exposure.variant]
          let arm: Int64
          if let known = arms[key] {
            arm = known
          } else {
            try database.execute(
              sql: "INSERT OR IGNORE INTO arm (experiment, variant) VALUES (?, ?)",
              arguments: [exposure.experiment, exposure.variant])
            arm =
              try Int64.fetchOne(
                database, sql: "SELECT id FROM arm WHERE experiment = ? AND variant = ?",
                arguments: [exposure.experiment, exposure.variant]) ?? 0
            arms[key] = arm
          }
          try insertion.execute(arguments: [
            arm, Data(exposure.unit.utf8), exposure.at, exposure.version, exposure.route.name,
          ])
        }
      }
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
          let columns = StoredColumns(row: row, path: path)
          return ExposureCount(
            variant: try columns.text("variant"), units: try columns.integer("units"),
            first: Int64(try columns.integer("first")), last: Int64(try columns.integer("last")))
        },
        days: try days.map { row in
          let columns = StoredColumns(row: row, path: path)
          return DailyExposures(
            day: try columns.integer("day"), variant: try columns.text("variant"),
            units: try columns.integer("units"))
        }, unitsOfSeveral: several)
    }
  }

  package func exposures(
    ofExperiment key: String, after last: Exposure?, limit: Int
  ) throws(StoreError) -> [Exposure] {
    guard limit > 0 else { return [] }
    return try reading { database in
      // Variant by variant, so that each page is a range of the primary key.
      let arms = try Row.fetchAll(
        database, sql: "SELECT id, variant FROM arm WHERE experiment = ? ORDER BY variant", arguments: [key])
      let statement = try database.cachedStatement(
        sql: "SELECT unit, at, version, route FROM exposure WHERE arm = ? AND unit > ? ORDER BY unit LIMIT ?")
      var exposures: [Exposure] = []
      for arm in arms {
        let columns = StoredColumns(row: arm, path: path)
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
    let columns = StoredColumns(row: row, path: path)
    guard let unit = try columns.optionalBytes("unit") else { throw columns.fault("unit") }
    return Exposure(
      at: Int64(try columns.integer("at")), unit: String(decoding: unit, as: UTF8.self), experiment: key,
      variant: variant, version: try columns.integer("version"), route: try columns.route())
  }

  private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      return try queue().read(body)
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
