internal import GRDB
internal import JSONText
internal import Screens

/// The table of drafts. A route has at most one.
enum DraftTable {
  static func draft(of route: Route, in database: Database, at path: String) throws -> Draft? {
    let statement = try database.cachedStatement(sql: "SELECT * FROM draft WHERE route = ?")
    guard let row = try Row.fetchOne(statement, arguments: [route.name]) else { return nil }
    let columns = ColumnReader(row: row, path: path)
    return Draft(
      route: route, definition: try columns.json("definition"),
      baseVersion: try columns.integer("baseVersion"), revision: try columns.integer("revision"),
      savedAt: try columns.real("savedAt"), by: try columns.text("by"),
      message: try columns.optionalMessage("message"), schedule: try schedule(from: columns))
  }

  private static func schedule(from columns: ColumnReader) throws -> Draft.Schedule? {
    guard let at = try columns.optionalReal("scheduledAt") else { return nil }
    guard let rollout = RolloutOptions(stored: try columns.optionalJSON("scheduleRollout")) else {
      throw columns.invalid("scheduleRollout")
    }
    return Draft.Schedule(
      at: at, by: try columns.text("scheduledBy"), message: try columns.optionalMessage("scheduleMessage"),
      rollout: rollout, failure: try columns.optionalMessage("scheduleFailure"))
  }

  /// All drafts without their definitions, sorted by route.
  static func summaries(in database: Database, at path: String) throws -> [DraftSummary] {
    var summaries: [DraftSummary] = []
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT route, baseVersion, savedAt, "by", message, scheduledAt, scheduledBy, scheduleMessage,
          scheduleRollout, scheduleFailure
        FROM draft ORDER BY route
        """)
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      summaries.append(
        DraftSummary(
          route: try columns.route(), baseVersion: try columns.integer("baseVersion"),
          savedAt: try columns.real("savedAt"), by: try columns.text("by"),
          message: try columns.optionalMessage("message"), schedule: try schedule(from: columns)))
    }
    return summaries
  }

  /// When scheduled drafts that have not failed are due.
  static func schedules(in database: Database, at path: String) throws -> [Route: Double] {
    var schedules: [Route: Double] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT route, scheduledAt FROM draft WHERE scheduledAt IS NOT NULL AND scheduleFailure IS NULL")
    while let row = try rows.next() {
      let columns = ColumnReader(row: row, path: path)
      schedules[try columns.route()] = try columns.real("scheduledAt")
    }
    return schedules
  }

  static func write(_ drafts: [Route: Draft?], to database: Database) throws {
    for (route, draft) in drafts {
      guard let draft else {
        try database.execute(sql: "DELETE FROM draft WHERE route = ?", arguments: [route.name])
        continue
      }
      let statement = try database.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO draft (route, definition, baseVersion, revision, savedAt, "by", message,
            scheduledAt, scheduledBy, scheduleMessage, scheduleRollout, scheduleFailure)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      try statement.execute(arguments: [
        route.name, try StoredText.json(draft.definition, named: route.name), draft.baseVersion,
        draft.revision, draft.savedAt, try StoredText.plain(draft.by), StoredText.message(draft.message),
        draft.schedule?.at, try draft.schedule.map { try StoredText.plain($0.by) },
        StoredText.message(draft.schedule?.message),
        try draft.schedule?.rollout.json.map { try StoredText.json($0, named: route.name) },
        StoredText.message(draft.schedule?.failure),
      ])
    }
  }
}
