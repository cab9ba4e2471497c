internal import JSONText
internal import MessageDigest
internal import Screens

/// The statements that store changes.
struct ChangeStatements {
  /// How many revisions the log of changes keeps. A node that is further behind loads everything.
  static let keptChanges = 100_000

  /// Deletes the requests whose lifetime has ended.
  static let deleteExpiredRequests = Statement(
    "DELETE FROM marquee_request WHERE at < now() - make_interval(secs => $1::float8)",
    [String(RequestIdentity.lifetime)])

  private(set) var statements: [Statement] = []
  /// The index of the statement that returns the id of the first audit entry; nil without entries.
  private(set) var auditIndex: Int?
  /// The bytes of all parameters.
  var byteCount: Int {
    statements.reduce(0) { $0 + $1.parameters.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
  }

  private var log: [(kind: ChangeKind, name: String, number: Int)] = []

  /// - Parameters:
  ///   - change: the id of the change.
  ///   - revision: the revision that the changes get.
  ///   - sender: the mark of this store in the notification.
  ///   - isLogged: whether to log each change for the nodes that follow; false to fill an empty store.
  init(
    _ changes: StoreChanges, change: String, revision: Int, sender: String = "", isLogged: Bool = true
  ) throws(StoreError) {
    try addVersions(changes)
    try addDocuments(changes)
    try addImports(changes.imports)
    try addDrafts(changes.drafts)
    try addTokens(changes.tokens)
    try addAudit(changes.audit, revision)
    if let request = changes.request { addRequest(request, changes.audit.first, revision) }
    if let count = changes.keptVersions { prune(changes.versions, keeping: count) }
    guard isLogged else { return }
    statements.append(
      Statement(
        """
        INSERT INTO marquee_change (revision, change, kind, name, number)
        SELECT $1::bigint, $2, * FROM unnest($3::text[], $4::text[], $5::bigint[])
        """,
        [
          String(revision), change, ArrayLiteral.of(log.lazy.map { $0.kind.name }),
          ArrayLiteral.of(log.lazy.map { $0.name }), ArrayLiteral.of(log.lazy.map { $0.number }),
        ]))
    if revision.isMultiple(of: 1000) {
      statements.append(
        Statement(
          "DELETE FROM marquee_change WHERE revision < $1::bigint", [String(revision - Self.keptChanges)]))
    }
    // A notification can get lost: nodes also read the head once a second.
    statements.append(Statement("SELECT pg_notify('marquee', $1)", ["\(revision) \(sender)"]))
  }

  private mutating func addVersions(_ changes: StoreChanges) throws(StoreError) {
    guard !changes.versions.isEmpty else { return }
    var definitions: [String?] = []
    var by: [String] = []
    for version in changes.versions {
      var definition: String?
      if let value = version.definition { definition = try StoredText.json(value, named: version.route.name) }
      definitions.append(definition)
      by.append(try StoredText.plain(version.record.by))
    }
    let versions = changes.versions
    statements.append(
      Statement(
        """
        INSERT INTO marquee_version (route, number, definition, published_at, by, via, message, items)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::float8[], $5::text[], $6::text[],
          $7::text[], $8::bigint[])
        """,
        [
          ArrayLiteral.of(versions.lazy.map { $0.route.name }),
          ArrayLiteral.of(versions.lazy.map { $0.number }),
          ArrayLiteral.of(definitions), ArrayLiteral.of(versions.lazy.map { String($0.record.publishedAt) }),
          ArrayLiteral.of(by), ArrayLiteral.of(versions.lazy.map { $0.record.via.rawValue }),
          ArrayLiteral.of(versions.lazy.map { StoredText.message($0.record.message) }),
          ArrayLiteral.of(versions.lazy.map { $0.itemCount }),
        ]))
    for version in versions { log.append((.version, version.route.name, version.number)) }
  }

  private mutating func addDocuments(_ changes: StoreChanges) throws(StoreError) {
    var rows: (kinds: [String], names: [String], documents: [String]) = ([], [], [])
    for kind in DocumentKind.allCases {
      for (name, document) in changes.documents[written: kind].sorted(by: { $0.key < $1.key }) {
        rows.kinds.append(kind.rawValue)
        rows.names.append(try StoredText.plain(name))
        rows.documents.append(try StoredText.json(document, named: name))
        log.append((.document(kind), name, 0))
      }
    }
    if !rows.kinds.isEmpty {
      statements.append(
        Statement(
          """
          INSERT INTO marquee_document (kind, name, document)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
          ON CONFLICT (kind, name) DO UPDATE SET document = excluded.document
          """,
          [ArrayLiteral.of(rows.kinds), ArrayLiteral.of(rows.names), ArrayLiteral.of(rows.documents)]))
    }
    for kind in DocumentKind.allCases {
      let deleted = changes.documents.deleted(kind)
      guard !deleted.isEmpty else { continue }
      statements.append(
        Statement(
          "DELETE FROM marquee_document WHERE kind = $1 AND name = ANY ($2::text[])",
          [kind.rawValue, ArrayLiteral.of(deleted)]))
      for name in deleted { log.append((.document(kind), name, 0)) }
    }
  }

  private mutating func addImports(_ imports: [String: ImportMark]) throws(StoreError) {
    guard !imports.isEmpty else { return }
    let marks = imports.sorted { $0.key < $1.key }
    var paths: [String] = []
    for mark in marks { paths.append(try StoredText.plain(mark.key)) }
    statements.append(
      Statement(
        """
        INSERT INTO marquee_imported (path, content, text)
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
        ON CONFLICT (path) DO UPDATE SET content = excluded.content, text = excluded.text
        """,
        [
          ArrayLiteral.of(paths), ArrayLiteral.of(marks.lazy.map { Hexadecimal.text(of: $0.value.content) }),
          ArrayLiteral.of(marks.lazy.map { $0.value.text.map { Hexadecimal.text(of: $0) } }),
        ]))
    for path in paths { log.append((.imported, path, 0)) }
  }

  private mutating func addDrafts(_ drafts: [Route: Draft?]) throws(StoreError) {
    for (route, draft) in drafts.sorted(by: { $0.key < $1.key }) {
      log.append((.draft, route.name, 0))
      guard let draft else {
        statements.append(Statement("DELETE FROM marquee_draft WHERE route = $1", [route.name]))
        continue
      }
      var (scheduledBy, rollout): (String?, String?)
      if let schedule = draft.schedule {
        scheduledBy = try StoredText.plain(schedule.by)
        if let json = schedule.rollout.json { rollout = try StoredText.json(json, named: route.name) }
      }
      statements.append(
        Statement(
          """
          INSERT INTO marquee_draft (route, definition, base_version, revision, saved_at, by, message,
            scheduled_at, scheduled_by, schedule_message, schedule_failure, schedule_rollout)
          VALUES ($1, $2, $3::bigint, $4::bigint, $5::float8, $6, $7, $8::float8, $9, $10, $11, $12)
          ON CONFLICT (route) DO UPDATE SET definition = excluded.definition,
            base_version = excluded.base_version, revision = excluded.revision, saved_at = excluded.saved_at,
            by = excluded.by, message = excluded.message, scheduled_at = excluded.scheduled_at,
            scheduled_by = excluded.scheduled_by, schedule_message = excluded.schedule_message,
            schedule_failure = excluded.schedule_failure, schedule_rollout = excluded.schedule_rollout
          """,
          [
            route.name, try StoredText.json(draft.definition, named: route.name), String(draft.baseVersion),
            String(draft.revision), String(draft.savedAt), try StoredText.plain(draft.by),
            StoredText.message(draft.message), draft.schedule.map { String($0.at) }, scheduledBy,
            StoredText.message(draft.schedule?.message), StoredText.message(draft.schedule?.failure),
            rollout,
          ]))
    }
  }

  private mutating func addTokens(_ tokens: [String: AccessToken?]) throws(StoreError) {
    for (name, token) in tokens.sorted(by: { $0.key < $1.key }) {
      log.append((.token, try StoredText.plain(name), 0))
      guard let token else {
        statements.append(Statement("DELETE FROM marquee_token WHERE name = $1", [name]))
        continue
      }
      statements.append(
        Statement(
          "INSERT INTO marquee_token (name, scope, digest, created_at) VALUES ($1, $2, $3, $4::float8)",
          [name, token.scope.rawValue, token.digest, String(token.createdAt)]))
    }
  }

  private mutating func addAudit(_ entries: [AuditEntry], _ revision: Int) throws(StoreError) {
    guard !entries.isEmpty else { return }
    var (by, actions, subjects): ([String], [String], [String]) = ([], [], [])
    for entry in entries {
      by.append(try StoredText.plain(entry.by))
      actions.append(try StoredText.plain(entry.action.rawValue))
      subjects.append(try StoredText.plain(entry.subject))
    }
    auditIndex = statements.count
    // The lock on the head keeps others from taking the same ids, so that there are no gaps.
    statements.append(
      Statement(
        """
        INSERT INTO marquee_audit (id, revision, at, by, action, subject, version, message)
        SELECT last.id + ordinality, $1::bigint, at, by, action, subject, version, message
        FROM (SELECT coalesce(max(id), 0) AS id FROM marquee_audit) AS last,
          unnest($2::float8[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
            WITH ORDINALITY AS entry (at, by, action, subject, version, message, ordinality)
        RETURNING id
        """,
        [
          String(revision), ArrayLiteral.of(entries.lazy.map { String($0.at) }), ArrayLiteral.of(by),
          ArrayLiteral.of(actions), ArrayLiteral.of(subjects),
          ArrayLiteral.of(entries.lazy.map { $0.version.map { String($0) } }),
          ArrayLiteral.of(entries.lazy.map { StoredText.message($0.message) }),
        ]))
    log.append((.audit, "", 0))
  }

  private mutating func addRequest(_ request: RequestIdentity, _ entry: AuditEntry?, _ revision: Int) {
    statements.append(Self.deleteExpiredRequests)
    statements.append(
      Statement(
        "INSERT INTO marquee_request (id, content, revision, effect) VALUES ($1, $2, $3::bigint, $4)",
        [
          request.id, request.content, String(revision),
          entry.map { RepeatableRequest.Effect($0).json.text },
        ]))
  }

  private mutating func prune(_ versions: [ScreenVersion], keeping count: Int) {
    let limits = versions.map { ($0.route.name, $0.number - max(1, count)) }.filter { $0.1 > 0 }
    guard !limits.isEmpty else { return }
    statements.append(
      Statement(
        """
        DELETE FROM marquee_version USING unnest($1::text[], $2::bigint[]) AS old (route, number)
        WHERE marquee_version.route = old.route AND marquee_version.number <= old.number
          AND NOT EXISTS (
            SELECT FROM marquee_draft
            WHERE marquee_draft.route = marquee_version.route
              AND base_version = marquee_version.number)
        """, [ArrayLiteral.of(limits.lazy.map { $0.0 }), ArrayLiteral.of(limits.lazy.map { $0.1 })]))
    for (route, number) in limits { log.append((.pruned, route, number)) }
  }
}
