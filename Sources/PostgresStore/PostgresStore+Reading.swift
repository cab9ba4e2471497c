internal import JSONText
package import Screens

/// Reading versions, drafts and the audit.
extension PostgresStore {
  package func load() throws(StoreError) -> StoreContents {
    let update = try ChangeQueries.update(
      results(ChangeQueries.everything, false, within: Self.loadTimeout), isComplete: true)
    var contents = StoreContents(
      screens: update.changes.versions.map { UnparsedVersion($0) }, imports: update.changes.imports)
    contents.documents.apply(update.changes.documents)
    contents.revision = update.position.revision
    contents.tokens = update.changes.tokens.values.compactMap { $0 }.sorted { $0.name < $1.name }
    contents.schedules = update.changes.drafts.compactMapValues { $0?.dueAt }
    contents.newestAuditEntry = update.changes.audit.last
    return contents
  }

  func rows(_ statement: Statement) throws(StoreError) -> [PostgresRow] {
    try attempt(reader) { (slot) throws(PostgresError) in
      try slot.run([statement], within: Self.timeout)
    }.rows(0)
  }

  package func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    let row = try rows(
      Statement(
        """
        SELECT \(ScreenVersion.storedColumns) FROM marquee_version AS v
        WHERE route = $1 AND number = $2::bigint
        """, [route.name, String(number)])
    ).first
    guard let row else { return nil }
    return try ScreenVersion(row)
  }

  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(StoreError) -> [VersionSummary] {
    guard limit > 0 else { return [] }
    let rows = try rows(
      Statement(
        """
        SELECT \(VersionSummary.storedColumns) FROM marquee_version
        WHERE route = $1 AND ($2::bigint IS NULL OR number < $2::bigint)
        ORDER BY number DESC LIMIT $3::bigint
        """, [route.name, before.map { String($0) }, String(limit)]))
    return try rows.map { (row) throws(StoreError) in try VersionSummary(row) }
  }

  package func versions(
    after cursor: VersionCursor?, limit: Int
  ) throws(StoreError) -> [ScreenVersion] {
    let rows = try rows(
      Statement(
        """
        SELECT \(ScreenVersion.storedColumns) FROM marquee_version AS v
        WHERE (route, number) > ($1, $2::bigint) ORDER BY route, number LIMIT $3::bigint
        """, [cursor?.route ?? "", String(cursor?.number ?? 0), String(limit)]))
    return try rows.map { (row) throws(StoreError) in try ScreenVersion(row) }
  }

  package func draft(of route: Route) throws(StoreError) -> Draft? {
    let row = try rows(
      Statement(
        "SELECT \(Draft.storedColumns) FROM marquee_draft AS d WHERE route = $1", [route.name])
    ).first
    guard let row else { return nil }
    return try Draft(row)
  }

  package func drafts() throws(StoreError) -> [DraftSummary] {
    let rows = try rows(
      Statement("SELECT \(Draft.storedColumns) FROM marquee_draft AS d ORDER BY route"))
    return try rows.map { (row) throws(StoreError) in DraftSummary(try Draft(row)) }
  }

  package func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    guard limit > 0 else { return [] }
    let rows = try rows(
      Statement(
        """
        SELECT \(AuditEntry.storedColumns) FROM marquee_audit
        WHERE $1::bigint IS NULL OR id < $1::bigint ORDER BY id DESC LIMIT $2::bigint
        """, [before.map { String($0) }, String(limit)]))
    return try rows.map { (row) throws(StoreError) in try AuditEntry(row) }
  }
}
