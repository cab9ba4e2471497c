internal import JSONText
internal import MessageDigest
internal import Screens

// The columns of each table, and their rows as values.

extension ScreenVersion {
  static let storedColumns =
    "v.route, v.number, v.definition, v.published_at, v.by, v.via, v.message"

  init(_ row: PostgresRow) throws(StoreError) {
    self.init(
      route: try row.route(0), number: try row.integer(1), definition: try row.optionalJSON(2),
      record: try PublicationRecord(row, from: 3))
  }
}

extension PublicationRecord {
  fileprivate init(_ row: PostgresRow, from column: Int) throws(StoreError) {
    // A newer Marquee may have stored a path that this one does not know.
    let via = PublicationRecord.Path(rawValue: try row.text(column + 2)) ?? .put
    self.init(
      publishedAt: try row.real(column), by: try row.text(column + 1), via: via,
      message: try row.optionalMessage(column + 3))
  }
}

extension VersionSummary {
  static let storedColumns = "number, items, published_at, by, via, message"

  init(_ row: PostgresRow) throws(StoreError) {
    self.init(
      number: try row.integer(0), record: try PublicationRecord(row, from: 2), itemCount: try row.integer(1))
  }
}

extension UnparsedVersion {
  static let storedColumns = "route, number, definition"

  init(_ row: PostgresRow) throws(StoreError) {
    self.init(route: try row.route(0), number: try row.integer(1), definition: row.optionalBytes(2))
  }
}

extension Draft {
  static let storedColumns = """
    d.route, d.definition, d.base_version, d.revision, d.saved_at, d.by, d.message, d.scheduled_at,
    d.scheduled_by, d.schedule_message, d.schedule_failure, d.schedule_rollout
    """

  init(_ row: PostgresRow) throws(StoreError) {
    var schedule: Schedule?
    if let at = try row.optionalReal(7) {
      guard let rollout = RolloutOptions(stored: try row.optionalJSON(11)) else { throw row.invalid(11) }
      schedule = Schedule(
        at: at, by: try row.text(8), message: try row.optionalMessage(9), rollout: rollout,
        failure: try row.optionalMessage(10))
    }
    self.init(
      route: try row.route(0), definition: try row.json(1), baseVersion: try row.integer(2),
      revision: try row.integer(3), savedAt: try row.real(4), by: try row.text(5),
      message: try row.optionalMessage(6), schedule: schedule)
  }
}

extension AccessToken {
  static let storedColumns = "t.name, t.scope, t.digest, t.created_at"

  init(_ row: PostgresRow) throws(StoreError) {
    guard let scope = AccessScope(rawValue: try row.text(1)), AccessScope.grantable.contains(scope) else {
      throw row.invalid(1)
    }
    self.init(name: try row.text(0), scope: scope, digest: try row.text(2), createdAt: try row.real(3))
  }
}

extension ImportMark {
  static let storedColumns = "i.content, i.text"

  /// - Parameter column: the first of the columns.
  init(_ row: PostgresRow, from column: Int) throws(StoreError) {
    guard let content = row.optionalBytes(column).flatMap({ Hexadecimal.bytes(of: $0) }) else {
      throw row.invalid(column)
    }
    self.init(content: content, text: row.optionalBytes(column + 1).flatMap { Hexadecimal.bytes(of: $0) })
  }
}

extension AuditEntry {
  static let storedColumns = "id, at, by, action, subject, version, message"

  init(_ row: PostgresRow) throws(StoreError) {
    self.init(
      id: try row.integer(0), at: try row.real(1), by: try row.text(2),
      action: Action(rawValue: try row.text(3)), subject: try row.text(4),
      version: try row.optionalInteger(5),
      message: try row.optionalMessage(6))
  }
}
