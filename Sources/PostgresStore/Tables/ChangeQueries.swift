internal import JSONText
internal import Screens

/// The queries that read what has changed, and their results. The first result is that of the statement that begins
/// the snapshot.
enum ChangeQueries {
  /// How many audit entries a node without a copy loads. It reads older ones when a client requests them.
  private static let auditCount = 1000

  private static let changed =
    "SELECT DISTINCT name FROM marquee_change WHERE revision > $1::bigint AND kind = "

  /// The queries for the changes since a revision: each changed thing in its present state.
  static func changes(since revision: Int) -> [Statement] {
    let since = [String(revision)]
    return [
      PostgresSchema.Head.query,
      Statement(
        """
        SELECT \(ScreenVersion.storedColumns) FROM (
          SELECT DISTINCT name, number FROM marquee_change WHERE revision > $1::bigint AND kind = 'version'
        ) AS c JOIN marquee_version AS v ON v.route = c.name AND v.number = c.number
        ORDER BY v.route, v.number
        """, since),
      Statement(
        """
        SELECT c.kind, c.name, d.document FROM (
          SELECT DISTINCT kind, name FROM marquee_change
          WHERE revision > $1::bigint AND kind = ANY ($2::text[])
        ) AS c LEFT JOIN marquee_document AS d ON d.kind = c.kind AND d.name = c.name
        """, since + [ArrayLiteral.of(DocumentKind.allCases.map(\.rawValue))]),
      Statement(
        """
        SELECT i.path, \(ImportMark.storedColumns) FROM (\(changed) 'imported') AS c
        JOIN marquee_imported AS i ON i.path = c.name
        """, since),
      Statement(
        """
        SELECT \(Draft.storedColumns), c.name FROM (\(changed) 'draft') AS c
        LEFT JOIN marquee_draft AS d ON d.route = c.name
        """, since),
      Statement(
        """
        SELECT \(AccessToken.storedColumns), c.name FROM (\(changed) 'token') AS c
        LEFT JOIN marquee_token AS t ON t.name = c.name
        """, since),
      Statement(
        """
        SELECT \(AuditEntry.storedColumns) FROM marquee_audit WHERE revision > $1::bigint ORDER BY id
        """, since),
      Statement(
        """
        SELECT name, max(number) FROM marquee_change WHERE revision > $1::bigint AND kind = 'pruned'
        GROUP BY name
        """, since),
    ]
  }

  /// The queries for the whole content: the newest version of each screen, all documents, the newest audit entries.
  static let everything = [
    PostgresSchema.Head.query,
    Statement(
      """
      SELECT \(ScreenVersion.storedColumns) FROM (
        SELECT route, max(number) AS number FROM marquee_version GROUP BY route
      ) AS newest JOIN marquee_version AS v USING (route, number) ORDER BY route
      """),
    Statement("SELECT kind, name, document FROM marquee_document"),
    Statement("SELECT i.path, \(ImportMark.storedColumns) FROM marquee_imported AS i"),
    Statement("SELECT \(Draft.storedColumns), d.route FROM marquee_draft AS d"),
    Statement("SELECT \(AccessToken.storedColumns), t.name FROM marquee_token AS t"),
    Statement(
      """
      SELECT * FROM (
        SELECT \(AuditEntry.storedColumns) FROM marquee_audit ORDER BY id DESC LIMIT \(auditCount)
      ) AS newest ORDER BY id
      """),
  ]

  /// Converts the results of the queries.
  ///
  /// A row that cannot be read is left out: a row that a newer Marquee or a person wrote must not keep the node from
  /// reading the others.
  /// - Parameters:
  ///   - results: those of ``changes(since:)`` or of ``everything``, whose columns are the same.
  ///   - isComplete: whether they are those of ``everything``.
  static func update(
    _ results: PostgresResults, isComplete: Bool, hasOtherHistory: Bool = false
  ) throws(StoreError) -> PrimaryUpdate {
    var changes = StoreChanges()
    var damage: [StoreError] = []
    read(results.rows(2), &damage) { (row) throws(StoreError) in
      changes.versions.append(try ScreenVersion(row))
    }
    read(results.rows(3), &damage) { (row) throws(StoreError) in try add(document: row, to: &changes) }
    read(results.rows(4), &damage) { (row) throws(StoreError) in
      changes.imports[try row.text(0)] = try ImportMark(row, from: 1)
    }
    read(results.rows(5), &damage) { (row) throws(StoreError) in
      let draft = row.optionalText(0) == nil ? Draft?.none : try Draft(row)
      changes.drafts[try row.route(12)] = .some(draft)
    }
    read(results.rows(6), &damage) { (row) throws(StoreError) in
      let token = row.optionalText(0) == nil ? AccessToken?.none : try AccessToken(row)
      changes.tokens[try row.text(4)] = .some(token)
    }
    read(results.rows(7), &damage) { (row) throws(StoreError) in changes.audit.append(try AuditEntry(row)) }
    var pruned: [Route: Int] = [:]
    read(results.rows(8), &damage) { (row) throws(StoreError) in
      pruned[try row.route(0)] = try row.integer(1)
    }
    return PrimaryUpdate(
      position: try position(results), changes: changes, pruned: pruned, isComplete: isComplete,
      hasOtherHistory: hasOtherHistory, damage: damage.map(\.message))
  }

  private static func read(
    _ rows: [PostgresRow], _ damage: inout [StoreError], _ body: (PostgresRow) throws(StoreError) -> Void
  ) {
    for row in rows {
      do throws(StoreError) {
        try body(row)
      } catch {
        damage.append(error)
      }
    }
  }

  private static func position(_ results: PostgresResults) throws(StoreError) -> StorePosition {
    guard let row = results.first(1) else { throw .damaged("the table marquee_head is empty") }
    return try PostgresSchema.Head(row).position
  }

  /// Adds a row of kind, name and document. A document that is NULL was deleted. One that is not JSON is read as a
  /// string, which is not valid in any kind: what it protects must not be open, and the server reports it.
  private static func add(document row: PostgresRow, to changes: inout StoreChanges) throws(StoreError) {
    guard let kind = DocumentKind(rawValue: try row.text(0)) else { return }
    let name = try row.text(1)
    changes.documents[kind][name] = .some(
      row.optionalText(2).map { (try? JSONParser.parse($0)) ?? .string($0) })
  }
}
