package import Screens
internal import Synchronization

/// Reading what other nodes have changed.
extension PostgresStore {
  /// How long to wait for bytes of a load: the database sorts thousands of rows before it sends the first.
  private static let loadPause = Duration.seconds(10)
  /// How long to load everything may take.
  static let loadTimeout = Duration.seconds(120)
  /// The maximum number of logged changes to read one by one. A node that is further behind loads everything.
  private static let maximumChanges = 20_000

  package func confirm(_ position: StorePosition) throws(StoreError) {
    guard try head().position == position else { throw .outdated }
  }

  package func changes(since position: StorePosition?) throws(StoreError) -> PrimaryUpdate? {
    let isInTransaction = isLocked.load(ordering: .relaxed)
    let since = String(position?.revision ?? 0)
    let questions = [
      PostgresSchema.Head.query,
      Statement(
        "SELECT count(*) FROM marquee_change WHERE revision = $1::bigint AND change = $2",
        [since, position?.change ?? ""]),
      Statement(
        "SELECT count(*) FROM (SELECT FROM marquee_change WHERE revision > $1::bigint LIMIT $2::bigint) AS c",
        [since, String(Self.maximumChanges + 1)]),
      Statement("SELECT min(revision) FROM marquee_change"),
    ]
    let state = try attempt(writer) { (slot) throws(PostgresError) in
      try slot.run(questions, within: Self.timeout)
    }
    guard let row = state.first(0) else { throw .damaged("the table marquee_head is empty") }
    let head = try PostgresSchema.Head(row)
    if head.position == position { return nil }
    if let position, position.store != head.position.store {
      // A node asks only after it has compared the two.
      throw .unavailable("the database belongs to another installation of Marquee")
    }
    // Revision 0, the empty store, has a row, too: the migration inserts it.
    let isKnown = try state.first(1)?.integer(0) ?? 0 > 0
    let count = try state.first(2)?.integer(0) ?? 0
    guard let position, isKnown, count <= Self.maximumChanges else {
      // The log of changes is pruned: an old position is not known either.
      let oldest = try state.first(3)?.optionalInteger(0) ?? 0
      let hasOtherHistory =
        position.map { position in
          !isKnown && !position.change.isEmpty
            && (position.revision >= oldest || position.revision > head.position.revision)
        } ?? false
      return try ChangeQueries.update(
        results(ChangeQueries.everything, isInTransaction, within: Self.loadTimeout), isComplete: true,
        hasOtherHistory: hasOtherHistory)
    }
    return try ChangeQueries.update(
      results(ChangeQueries.changes(since: position.revision), isInTransaction, within: Self.loadTimeout),
      isComplete: false)
  }

  /// Runs queries on one snapshot of the database.
  func results(
    _ queries: [Statement], _ isInTransaction: Bool, within timeout: Duration
  ) throws(StoreError) -> PostgresResults {
    // The user may have a statement_timeout for shorter statements.
    let limit = Statement(
      "SELECT set_config('statement_timeout', $1, true)", [String(Int(timeout / .milliseconds(1)))])
    let begin =
      isInTransaction ? [] : [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
    let end = isInTransaction ? [] : [Statement("COMMIT")]
    do throws(PostgresError) {
      let results = try writer.run(begin + [limit] + queries + end, within: Self.loadPause, limit: timeout)
      return results.dropping(begin.count)
    } catch {
      if !isInTransaction { endTransaction() }
      throw failed(error)
    }
  }
}
