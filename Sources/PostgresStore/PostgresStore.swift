internal import Foundation
internal import JSONText
package import Screens
internal import Synchronization

/// A ``PrimaryStore`` in a PostgreSQL database that any number of nodes share.
///
/// Each change is one transaction. It takes the row lock of `marquee_head`, and is refused if the revision there is not
/// the one that the change was validated against. So changes have an order, revisions have no gaps, and a node that
/// has read everything up to a revision has missed nothing.
package final class PostgresStore: PrimaryStore {
  /// How long a connection may bring no answer. Beyond, it counts as broken.
  private static let timeout = Duration.seconds(3)
  /// How long a load may bring no bytes: the database sorts thousands of rows before it sends the first.
  private static let loadPause = Duration.seconds(10)
  /// How long to load everything may take.
  private static let loadTimeout = Duration.seconds(120)
  /// A node that is further behind loads everything.
  private static let maximumChanges = 20_000

  private let settings: PostgresConnection.Settings
  /// The connection of the writer, and of reading changes.
  private let writer: ConnectionSlot
  /// The connection of other reads.
  let reader: ConnectionSlot
  private let follower: PostgresFollower
  /// Whether the writer's connection is in a transaction that holds the lock of the head.
  private let isLocked = Atomic<Bool>(false)

  /// Prepares a store. Opens no connection.
  /// - Parameters:
  ///   - connection: a connection string or URI, as libpq takes it.
  ///   - node: the name of this node.
  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package init(connection: String, node: String) throws(StoreError) {
    settings = try Self.settings(connection, node)
    writer = ConnectionSlot(settings)
    reader = ConnectionSlot(settings)
    follower = PostgresFollower(settings)
  }

  /// A connection of its own, for a transaction of several steps.
  func makeSlot() -> ConnectionSlot { ConnectionSlot(settings) }

  static func settings(_ text: String, _ node: String) throws(StoreError) -> PostgresConnection.Settings {
    switch LibPQ.loaded {
    case .success(let library):
      guard let parsed = ConnectionText(text, library) else {
        throw .unavailable(
          "the connection string of the store is not valid; a % in a password is written as %25, an @ as %40, and "
            + "a value with spaces is in single quotes")
      }
      return PostgresConnection.Settings(library: library, text: text, hosts: parsed.hosts, node: node)
    case .failure(let failure): throw .unavailable(failure.message)
    }
  }

  /// Whether a place is a connection string, and not a folder.
  package static func isConnection(_ place: String) -> Bool {
    place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
      // Keywords and values: `host=… dbname=…`. A folder that looks so can be written as ./host=….
      || ["host=", "hostaddr=", "dbname=", "service=", "port=", "user="].contains { place.hasPrefix($0) }
  }

  package func close() {
    follower.stop()
    writer.close()
    reader.close()
  }

  package func follow(
    createsTables: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (PrimaryEvent) -> Void
  ) {
    follower.start(createsTables: createsTables) { event in
      // The other connections went the same way. New ones are better than to wait until each of them times out.
      if case .lost = event {
        self.reader.retire()
        self.writer.retire()
      }
      report(event)
    }
  }

  package func checkNow() { follower.wake() }

  // MARK: Schema

  /// Creates or migrates the tables if necessary.
  /// - Throws: ``StoreError/newer(_:)`` if a newer Marquee has changed them.
  package func prepare() throws(StoreError) {
    do throws(PostgresFailure) {
      _ = try writer.use { (connection) throws(PostgresFailure) in
        try PostgresMigration.run(on: connection, createsTables: true)
      }
    } catch {
      throw error.storeError
    }
  }

  // MARK: Writing

  /// The bytes for which a commit may take a second more.
  private static let bytesOfSecond = 4 << 20

  /// Begins the transaction of a write.
  ///
  /// Waiting for the lock and the statements end before the client gives up, so that it learns that nothing was stored.
  /// - Parameter timeout: how long the client waits.
  private static func begin(within timeout: Duration) -> [Statement] {
    let milliseconds = Int(timeout / .milliseconds(1))
    return [
      // The database may have another default, with which conditions on the head would fail as conflicts.
      Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      Statement(
        """
        SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
          set_config('idle_in_transaction_session_timeout', '10000', true)
        """, [String(milliseconds - 1000), String(milliseconds - 500)]),
    ]
  }

  package func lock() throws(StoreError) {
    unlock()
    do throws(PostgresFailure) {
      _ = try writer.run(
        Self.begin(within: Self.timeout) + [Statement("SELECT revision FROM marquee_head FOR UPDATE")],
        within: Self.timeout)
      isLocked.store(true, ordering: .relaxed)
    } catch {
      endTransaction()
      throw failed(error)
    }
  }

  package func unlock() {
    if isLocked.exchange(false, ordering: .relaxed) { endTransaction() }
  }

  /// Rolls the writer's transaction back. If that fails, the connection ends, and the transaction with it.
  private func endTransaction() {
    do throws(PostgresFailure) {
      _ = try writer.run([Statement("ROLLBACK")], within: Self.timeout)
    } catch {
      writer.reset()
    }
  }

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    guard !changes.isEmpty else { return try head().position.revision }
    return try commit(changes).revision
  }

  package func commit(_ changes: StoreChanges) throws(StoreError) -> Commit {
    let isHolding = isLocked.load(ordering: .relaxed)
    let base: Int
    if let expected = changes.baseRevision {
      base = expected
    } else {
      if !isHolding { try lock() }
      base = try head().position.revision
    }
    let (revision, isTooLarge) = base.addingReportingOverflow(1)
    guard !isTooLarge else { throw .damaged("the revision \(base) is not valid") }
    let change = UUID().uuidString
    let rows = try ChangeStatements(changes, change: change, revision: revision)
    // The division fails if another node was first, which rolls everything back.
    let advance = Statement(
      """
      WITH moved AS (
        UPDATE marquee_head SET revision = revision + 1, change = $1
        WHERE revision = $2::bigint AND compatible <= $3::integer RETURNING revision
      ) SELECT 1 / count(*) FROM moved
      """, [change, String(base), String(PostgresSchema.version)])
    let isInTransaction = isLocked.exchange(false, ordering: .relaxed)
    let timeout = Self.timeout + .seconds(rows.byteCount / Self.bytesOfSecond)
    let begin = isInTransaction ? [] : Self.begin(within: timeout)
    let statements = begin + [advance] + rows.statements + [Statement("COMMIT")]
    do throws(PostgresFailure) {
      let results = try writer.run(statements, within: timeout, limit: timeout + timeout)
      let audit = rows.auditIndex.flatMap { results.first($0 + begin.count + 1) }.flatMap {
        try? $0.integer(0)
      }
      return Commit(
        revision: revision, change: change, firstAuditID: audit)
    } catch {
      switch error {
      case .broken: return try outcome(of: change, after: base, error)
      // The server ended the connection, perhaps after the commit.
      case .refused where error.endsConnection: return try outcome(of: change, after: base, error)
      case .refused: endTransaction()
      case .unreachable: break
      }
      switch error {
      case .refused(PostgresFailure.Code.serializationFailure, _, _),
        .refused(PostgresFailure.Code.deadlock, _, _):
        throw .outdated
      case .refused(PostgresFailure.Code.divisionByZero, _, _): throw .outdated
      case .refused(PostgresFailure.Code.uniqueViolation, _, "marquee_request_pkey"): throw .repeatedRequest
      case .refused(PostgresFailure.Code.uniqueViolation, _, "marquee_version_pkey"): throw .conflict
      default: throw failed(error)
      }
    }
  }

  /// The outcome of a transaction whose answer was lost.
  ///
  /// The lock of the head waits until the transaction has ended. If it was not committed, a change of its own moves
  /// the revision on: the transaction would be refused if it arrived late.
  private func outcome(
    of change: String, after base: Int, _ failure: PostgresFailure
  ) throws(StoreError) -> Commit {
    let fence = UUID().uuidString
    let timeout = Duration.seconds(6)
    let begin = Self.begin(within: timeout)
    let statements =
      begin + [
        Statement("SELECT revision FROM marquee_head FOR UPDATE"),
        Statement(
          """
          WITH fence AS (
            UPDATE marquee_head SET revision = revision + 1, change = $1
            WHERE NOT EXISTS (SELECT FROM marquee_change WHERE revision > $2::bigint AND change = $3)
            RETURNING revision
          ) INSERT INTO marquee_change (revision, change, kind, name, number)
          SELECT revision, $1, 'fence', '', 0 FROM fence
          """, [fence, String(base), change]),
        Statement(
          """
          SELECT revision, (SELECT min(id) FROM marquee_audit WHERE marquee_audit.revision = c.revision)
          FROM marquee_change AS c WHERE revision > $1::bigint AND change = $2 LIMIT 1
          """, [String(base), change]),
        Statement("COMMIT"),
      ]
    let results: PostgresResults
    do throws(PostgresFailure) {
      results = try writer.run(statements, within: timeout)
    } catch {
      writer.reset()
      follower.wake()
      throw .outcomeUnknown(
        "the connection to the database broke during the commit (\(failure.message)), and could not be restored; "
          + "send the request again with its Idempotency-Key to learn the outcome")
    }
    guard let row = results.first(begin.count + 2) else { throw .outdated }
    return Commit(
      revision: try row.integer(0), change: change, firstAuditID: try row.optionalInteger(1))
  }

  /// The error of the store for a failure. Asks at once whether the database is there at all.
  private func failed(_ failure: PostgresFailure) -> StoreError {
    if failure.endsConnection { follower.wake() }
    if case .refused(PostgresFailure.Code.lockNotAvailable, _, _) = failure { endAbandonedTransactions() }
    return failure.storeError
  }

  /// Ends transactions of nodes that have not been heard of for seconds while they hold the lock. Their nodes cannot
  /// have got an answer, and look for the outcome.
  private func endAbandonedTransactions() {
    _ = try? reader.run(
      [
        Statement(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND usename = current_user AND wait_event = 'ClientRead'
            AND pid IN (
              SELECT pid FROM pg_locks
              WHERE relation = 'marquee_head'::regclass AND granted
                AND mode IN ('RowShareLock', 'RowExclusiveLock'))
            AND xact_start < clock_timestamp() - interval '5 s'
          """)
      ], within: Self.timeout)
  }

  // MARK: Following

  package func confirm(_ position: StorePosition) throws(StoreError) {
    guard try head().position == position else { throw .outdated }
  }

  private func head() throws(StoreError) -> PostgresSchema.Head {
    let row = try attempt(writer) { (slot) throws(PostgresFailure) in
      try slot.run([PostgresSchema.Head.query], within: Self.timeout)
    }.first(0)
    guard let row else { throw .damaged("the table marquee_head is empty") }
    return try PostgresSchema.Head(row)
  }

  private func attempt<Value: Sendable>(
    _ slot: ConnectionSlot, _ body: (ConnectionSlot) throws(PostgresFailure) -> Value
  ) throws(StoreError) -> Value {
    do throws(PostgresFailure) {
      return try body(slot)
    } catch {
      throw failed(error)
    }
  }

  package func changes(since position: StorePosition?) throws(StoreError) -> PrimaryNews? {
    let isInTransaction = isLocked.load(ordering: .relaxed)
    let since = String(position?.revision ?? 0)
    let question = [
      PostgresSchema.Head.query,
      Statement(
        "SELECT count(*) FROM marquee_change WHERE revision = $1::bigint AND change = $2",
        [since, position?.change ?? ""]),
      Statement(
        "SELECT count(*) FROM (SELECT FROM marquee_change WHERE revision > $1::bigint LIMIT $2::bigint) AS c",
        [since, String(Self.maximumChanges + 1)]),
      Statement("SELECT min(revision) FROM marquee_change"),
    ]
    let answer = try attempt(writer) { (slot) throws(PostgresFailure) in
      try slot.run(question, within: Self.timeout)
    }
    guard let row = answer.first(0) else { throw .damaged("the table marquee_head is empty") }
    let head = try PostgresSchema.Head(row)
    if head.position == position { return nil }
    if let position, position.store != head.position.store {
      throw .unavailable(
        "the database belongs to another installation of Marquee than this node's copy; correct --store, or start the "
          + "node with an empty data folder")
    }
    // The first revision has no row: it is the empty store.
    let isKnown = try answer.first(1)?.integer(0) ?? 0 > 0
    let count = try answer.first(2)?.integer(0) ?? 0
    guard let position, isKnown, count <= Self.maximumChanges else {
      // The log of changes is pruned: an old position is not known either.
      let oldest = try answer.first(3)?.optionalInteger(0) ?? 0
      let hasOtherHistory =
        position.map { !isKnown && ($0.revision >= oldest || $0.revision > head.position.revision) } ?? false
      return try PostgresReading.everything(
        results(PostgresReading.everything, isInTransaction, within: Self.loadTimeout),
        hasOtherHistory: hasOtherHistory)
    }
    return try PostgresReading.changes(
      results(PostgresReading.changes(since: position.revision), isInTransaction, within: Self.loadTimeout))
  }

  /// Runs queries on one snapshot of the database.
  private func results(
    _ queries: [Statement], _ isInTransaction: Bool, within timeout: Duration
  ) throws(StoreError) -> PostgresResults {
    // The user may have a statement_timeout for shorter statements.
    let limit = Statement(
      "SELECT set_config('statement_timeout', $1, true)", [String(Int(timeout / .milliseconds(1)))])
    let begin =
      isInTransaction ? [] : [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
    let end = isInTransaction ? [] : [Statement("COMMIT")]
    do throws(PostgresFailure) {
      let results = try writer.run(begin + [limit] + queries + end, within: Self.loadPause, limit: timeout)
      return results.dropping(begin.count)
    } catch {
      if !isInTransaction { endTransaction() }
      throw failed(error)
    }
  }

  // MARK: Reading

  package func load() throws(StoreError) -> StoreContents {
    let news = try PostgresReading.everything(
      results(PostgresReading.everything, false, within: Self.loadTimeout))
    var contents = StoreContents(
      screens: news.changes.versions.map { UnparsedVersion($0) }, viewTypes: news.changes.viewTypes,
      formats: news.changes.formats, imports: news.changes.imports,
      releases: news.changes.releases.compactMapValues { $0 })
    contents.revision = news.position.revision
    contents.previews = news.changes.previews
    contents.groups = news.changes.groups
    contents.tokens = news.changes.tokens.values.compactMap { $0 }.sorted { $0.name < $1.name }
    contents.schedules = news.changes.drafts.compactMapValues { draft in
      draft?.schedule.flatMap { $0.failure == nil ? $0.at : nil }
    }
    contents.newestAuditEntry = news.changes.audit.last
    return contents
  }

  private func rows(_ statement: Statement) throws(StoreError) -> [PostgresRow] {
    try attempt(reader) { (slot) throws(PostgresFailure) in
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

  // MARK: Repeated requests

  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    let row = try rows(
      Statement(
        """
        SELECT content, revision, effect, response FROM marquee_request
        WHERE id = $1 AND at >= now() - make_interval(secs => $2::float8)
        """, [id, String(RequestIdentity.lifetime)])
    ).first
    guard let row else { return nil }
    return RepeatableRequest(
      content: try row.text(0), revision: try row.integer(1),
      effect: try row.optionalJSON(2).flatMap { RepeatableRequest.Effect(json: $0) },
      response: try row.optionalJSON(3).flatMap { KeptResponse(json: $0) })
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    let statements = [
      ChangeStatements.forgetRequests,
      Statement(
        """
        INSERT INTO marquee_request (id, content, revision, response)
        SELECT $1, $2, revision, $3 FROM marquee_head
        ON CONFLICT (id) DO UPDATE SET response = excluded.response WHERE marquee_request.response IS NULL
        """, [request.id, request.content, response.json.text]),
    ]
    _ = try attempt(reader) { (slot) throws(PostgresFailure) in
      try slot.run(statements, within: Self.timeout)
    }
  }
}
