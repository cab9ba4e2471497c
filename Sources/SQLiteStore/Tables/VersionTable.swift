internal import GRDB
internal import JSONText
internal import Screens

/// The rows of the table of versions.
enum VersionTable {
  static let summaryColumns = "number, publishedAt, \"by\", via, message, items"
  static let columns = "route, definition, " + summaryColumns

  /// - Parameter isRepeatable: whether to skip versions that are stored already.
  static func insertion(isRepeatable: Bool) -> String {
    """
    INSERT \(isRepeatable ? "OR IGNORE " : "")INTO version
      (route, number, definition, publishedAt, "by", via, message, items)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
  }

  static func arguments(for versions: [ScreenVersion]) throws(StoreError) -> [StatementArguments] {
    var rows: [StatementArguments] = []
    rows.reserveCapacity(versions.count)
    for version in versions {
      let record = version.record
      var definition: String?
      if let value = version.definition { definition = try StoredText.json(value, named: version.route.name) }
      rows.append([
        version.route.name, version.number, definition, record.publishedAt,
        try StoredText.plain(record.by), record.via.rawValue,
        StoredText.message(record.message), version.itemCount,
      ])
    }
    return rows
  }

  /// Deletes all versions of routes except the newest ones and those that a draft began from.
  static func prune(_ versions: [ScreenVersion], keeping count: Int, in database: Database) throws {
    let limits = versions.map { ($0.route, $0.number - max(1, count)) }
    try prune(limits, in: database)
  }

  /// Deletes the versions of each route up to a number, except those that a draft began from.
  static func prune(_ limits: some Sequence<(Route, Int)>, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        DELETE FROM version WHERE route = ? AND number <= ?
          AND number NOT IN (SELECT baseVersion FROM draft WHERE draft.route = version.route)
        """)
    for (route, number) in limits { try statement.execute(arguments: [route.name, number]) }
  }

  static func version(from row: Row, at path: String) throws(StoreError) -> ScreenVersion {
    let columns = ColumnReader(row: row, path: path)
    return ScreenVersion(
      route: try columns.route(), number: try columns.integer("number"),
      definition: try columns.optionalJSON("definition"),
      record: try record(from: columns))
  }

  /// The version of a row, without parsing its definition.
  static func stored(from row: Row, at path: String) throws(StoreError) -> UnparsedVersion {
    let columns = ColumnReader(row: row, path: path)
    return UnparsedVersion(
      route: try columns.route(), number: try columns.integer("number"),
      definition: try columns.optionalText("definition").map { Array($0.utf8) })
  }

  static func summary(from row: Row, at path: String) throws(StoreError) -> VersionSummary {
    let columns = ColumnReader(row: row, path: path)
    return VersionSummary(
      number: try columns.integer("number"), record: try record(from: columns),
      itemCount: try columns.integer("items"))
  }

  private static func record(from columns: ColumnReader) throws(StoreError) -> PublicationRecord {
    guard let via = PublicationRecord.Path(rawValue: try columns.text("via")) else {
      throw columns.invalid("via")
    }
    return PublicationRecord(
      publishedAt: try columns.real("publishedAt"), by: try columns.text("by"), via: via,
      message: try columns.optionalMessage("message"))
  }

  /// The newest version of each route. The inner query reads only the index of the primary key, so older definitions
  /// are not read from the disk.
  static func newest(in database: Database, at path: String) throws -> [UnparsedVersion] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT route, number, definition FROM version
        JOIN (SELECT route AS newestRoute, max(number) AS newestNumber FROM version GROUP BY route)
          ON route = newestRoute AND number = newestNumber
        ORDER BY route
        """)
    var screens: [UnparsedVersion] = []
    while let row = try rows.next() { screens.append(try stored(from: row, at: path)) }
    return screens
  }
}
