internal import Foundation
package import Screens
internal import Synchronization

/// Writing: one transaction for each change.
extension PostgresStore {
  /// The bytes of statements for which the timeout of a commit grows by a second.
  private static let bytesPerSecond = 4 << 20

  /// Begins the transaction of a write.
  ///
  /// Its timeouts for the lock and for statements are shorter than the client's, so that the client learns that nothing
  /// was stored.
  /// - Parameter timeout: how long the client waits.
  private static func begin(within timeout: Duration) -> [Statement] {
    let milliseconds = Int(timeout / .milliseconds(1))
    return [
      // The database may have another default. With a stricter level, an update of a head that has changed meanwhile
      // would fail.
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
    do throws(PostgresError) {
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
  func endTransaction() {
    do throws(PostgresError) {
      _ = try writer.run([Statement("ROLLBACK")], within: Self.timeout)
    } catch {
      writer.reset()
    }
  }

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    guard !changes.isEmpty else { return try head().position.revision }
    return try commit(changes, after: nil).revision
  }

  package func commit(
    _ changes: StoreChanges, after position: StorePosition?
  ) throws(StoreError) -> Commit {
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
    let rows = try ChangeStatements(changes, change: change, revision: revision, sender: sender)
    // The division fails if another node was first, which rolls everything back.
    let advance = Statement(
      """
      WITH moved AS (
        UPDATE marquee_head SET revision = revision + 1, change = $1
        WHERE revision = $2::bigint AND compatible <= $3::integer AND coalesce($4, change) = change
        RETURNING revision
      ) SELECT 1 / count(*) FROM moved
      """, [change, String(base), String(PostgresSchema.version), position?.change])
    let isInTransaction = isLocked.exchange(false, ordering: .relaxed)
    let timeout = Self.timeout + .seconds(rows.byteCount / Self.bytesPerSecond)
    let begin = isInTransaction ? [] : Self.begin(within: timeout)
    let statements = begin + [advance] + rows.statements + [Statement("COMMIT")]
    do throws(PostgresError) {
      let results = try writer.run(statements, within: timeout, limit: timeout + timeout)
      let audit = rows.auditIndex.flatMap { results.first($0 + begin.count + 1) }.flatMap {
        try? $0.integer(0)
      }
      return Commit(
        revision: revision, change: change, firstAuditID: audit)
    } catch {
      switch error {
      // The server may have ended the connection after the commit.
      case .broken: return try outcome(of: change, after: base, error)
      case .refused where error.endsConnection: return try outcome(of: change, after: base, error)
      case .unreachable: throw failed(error)
      case .refused(let code, _, let constraint):
        endTransaction()
        switch (code, constraint) {
        case (PostgresError.Code.serializationFailure, _), (PostgresError.Code.deadlock, _),
          (PostgresError.Code.divisionByZero, _):
          throw .outdated
        case (PostgresError.Code.uniqueViolation, "marquee_request_pkey"): throw .repeatedRequest
        case (PostgresError.Code.uniqueViolation, "marquee_version_pkey"): throw .conflict
        default: throw failed(error)
        }
      }
    }
  }

  /// The outcome of a transaction whose response was lost.
  ///
  /// Locking the head waits until that transaction has ended. If it was not committed, a change of kind `fence`
  /// increments the revision, so that the transaction is refused if it arrives late.
  private func outcome(
    of change: String, after base: Int, _ failure: PostgresError
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
    do throws(PostgresError) {
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
}
