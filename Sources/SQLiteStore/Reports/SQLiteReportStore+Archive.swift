internal import Foundation
internal import GRDB
package import Screens

extension SQLiteReportStore: ReportArchive {
  package var hasDatabase: Bool { database.isThere }

  package func readAll(_ body: (StoredReports) throws -> Void) throws {
    do {
      try database.queue().read { database in
        var first = StoredReports()
        first.secret = try Data.fetchOne(database, sql: "SELECT bytes FROM report_secret").map { [UInt8]($0) }
        try body(first)
        try readRows("SELECT * FROM report ORDER BY rollout, event, unit", in: database, body) {
          columns, part in
          guard let unit = try columns.optionalBytes("unit") else { throw columns.invalid("unit") }
          part.units.append(
            StoredReports.Unit(
              rollout: try columns.text("rollout"), event: try columns.integer("event"), unit: unit))
        }
        let counts =
          "SELECT * FROM report_count ORDER BY rollout, event, level, step, is_new, network, slot"
        try readRows(counts, in: database, body) { columns, part in
          part.counts.append(
            StoredReports.Count(
              rollout: try columns.text("rollout"), event: try columns.integer("event"),
              level: try columns.integer("level"), step: try columns.integer("step"),
              isNew: try columns.integer("is_new") == 1, network: Int64(try columns.integer("network")),
              slot: try columns.integer("slot"), count: try columns.integer("count")))
        }
        let releases =
          "SELECT * FROM report_release ORDER BY rollout, release, event, level, step, is_new"
        try readRows(releases, in: database, body) { columns, part in
          part.releases.append(
            StoredReports.Release(
              rollout: try columns.text("rollout"), release: try columns.text("release"),
              event: try columns.integer("event"), level: try columns.integer("level"),
              step: try columns.integer("step"), isNew: try columns.integer("is_new") == 1,
              count: try columns.integer("count")))
        }
      }
    } catch let error as DatabaseError {
      throw StoreError(error, at: database.path)
    }
  }

  /// Reads rows in parts.
  /// - Parameter add: adds a row to a part.
  private func readRows(
    _ query: String, in database: Database, _ body: (StoredReports) throws -> Void,
    add: (ColumnReader, inout StoredReports) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(database, sql: query)
    var part = StoredReports()
    var count = 0
    while let row = try rows.next() {
      try add(ColumnReader(row: row, path: self.database.path), &part)
      count += 1
      if count == StoredReports.maximumCount {
        try body(part)
        part = StoredReports()
        count = 0
      }
    }
    if count > 0 { try body(part) }
  }

  package func replaceAll(_ body: ((StoredReports) throws -> Void) throws -> Void) throws {
    do {
      try database.queue().write { database in
        for table in Self.tables { try database.execute(sql: "DELETE FROM \(table)") }
        try body { part in try Self.insert(part, into: database) }
      }
    } catch let error as DatabaseError {
      throw StoreError(error, at: database.path)
    }
  }

  private static func insert(_ part: StoredReports, into database: Database) throws {
    if let secret = part.secret {
      try database.execute(
        sql: "INSERT OR REPLACE INTO report_secret (id, bytes) VALUES (1, ?)", arguments: [Data(secret)])
    }
    let units = try database.cachedStatement(
      sql: "INSERT INTO report (rollout, event, unit) VALUES (?, ?, ?)")
    for row in part.units { try units.execute(arguments: [row.rollout, row.event, Data(row.unit)]) }
    let counts = try database.cachedStatement(
      sql: """
        INSERT INTO report_count (rollout, event, level, step, is_new, network, slot, count)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for row in part.counts {
      try counts.execute(arguments: [
        row.rollout, row.event, row.level, row.step, row.isNew, row.network, row.slot, row.count,
      ])
    }
    let releases = try database.cachedStatement(
      sql: """
        INSERT INTO report_release (rollout, release, event, level, step, is_new, count)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for row in part.releases {
      try releases.execute(arguments: [
        row.rollout, row.release, row.event, row.level, row.step, row.isNew, row.count,
      ])
    }
  }
}
