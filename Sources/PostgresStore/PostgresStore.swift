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
  /// How long a connection may bring no bytes before it counts as broken.
  static let timeout = Duration.seconds(3)

  private let settings: PostgresConnection.Settings
  /// The connection of the writer, and of reading changes.
  let writer: ConnectionSlot
  /// The connection of other reads.
  let reader: ConnectionSlot
  let follower: PostgresFollower
  /// Marks the notifications of this store, so that its own follower passes over them.
  let sender = UUID().uuidString
  /// Whether the writer's connection is in a transaction that holds the lock of the head.
  let isLocked = Atomic<Bool>(false)

  /// Prepares a store. Opens no connection.
  /// - Parameters:
  ///   - connection: a connection string or URI, as libpq takes it.
  ///   - node: the name of this node.
  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package init(connection: String, node: String) throws(StoreError) {
    settings = try Self.settings(connection, node)
    writer = ConnectionSlot(settings)
    reader = ConnectionSlot(settings)
    follower = PostgresFollower(settings, ignoring: sender)
  }

  /// A connection of its own, for a transaction of several steps.
  func makeSlot() -> ConnectionSlot { ConnectionSlot(settings) }

  static func settings(_ text: String, _ node: String) throws(StoreError) -> PostgresConnection.Settings {
    switch LibPQ.loaded {
    case .success(let library):
      guard let parsed = ConnectionText(text, library) else {
        throw .unavailable(
          "the connection string of the store is not valid; a %, @ or / in a password is written as %25, "
            + "%40 or %2F, and a value with spaces is in single quotes")
      }
      return PostgresConnection.Settings(
        library: library, text: text, hosts: parsed.hosts,
        mayNameHostsElsewhere: parsed.mayNameHostsElsewhere,
        node: node)
    case .failure(let failure): throw .unavailable(failure.message)
    }
  }

  /// Whether a place is a connection string, and not a folder.
  package static func isConnection(_ location: String) -> Bool { ConnectionText.isConnection(location) }

  package func close() {
    follower.stop()
    writer.close()
    reader.close()
  }

  package func follow(
    createsTables: @escaping @Sendable () -> Bool, _ report: @escaping @Sendable (PrimaryEvent) -> Void
  ) {
    follower.start(createsTables: createsTables) { event in
      // The other connections are probably lost, too. Replace them instead of waiting for their timeouts.
      if case .lost = event {
        self.reader.retire()
        self.writer.retire()
      }
      report(event)
    }
  }

  package func checkNow() { follower.wake() }

  package func exchange(_ messages: NodeMessages) { follower.exchange(messages) }

  // MARK: Schema

  /// Creates or migrates the tables if necessary.
  package func prepare() throws(StoreError) {
    do throws(PostgresError) {
      _ = try writer.use { (connection) throws(PostgresError) in
        try PostgresMigration.run(on: connection, createsTables: true)
      }
    } catch {
      throw error.storeError
    }
  }

  /// Whether the database has tables that can be read. Creates and changes none.
  /// - Throws: ``StoreError/unavailable(_:)`` if they are those of an older Marquee.
  package func hasTables() throws(StoreError) -> Bool {
    let found: Int
    do throws(PostgresError) {
      found = try writer.use { (connection) throws(PostgresError) in try PostgresMigration.version(connection)
      }
    } catch {
      throw error.storeError
    }
    guard found > 0 else { return false }
    guard found >= PostgresSchema.version else {
      throw .unavailable("the database was written by an older Marquee: start the server on it once")
    }
    return true
  }

  /// Checks that this program may write.
  /// - Throws: ``StoreError/newer(_:)`` if a newer Marquee has changed the tables so that it may not.
  package func requireWritable() throws(StoreError) {
    guard try head().isWritable else {
      throw .newer("the database was written by a newer Marquee; use that version")
    }
  }

  // MARK: Queries

  func head() throws(StoreError) -> PostgresSchema.Head {
    let row = try attempt(writer) { (slot) throws(PostgresError) in
      try slot.run([PostgresSchema.Head.query], within: Self.timeout)
    }.first(0)
    guard let row else { throw .damaged("the table marquee_head is empty") }
    return try PostgresSchema.Head(row)
  }

  func attempt<Value: Sendable>(
    _ slot: ConnectionSlot, _ body: (ConnectionSlot) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    do throws(PostgresError) {
      return try body(slot)
    } catch {
      throw failed(error)
    }
  }

  /// Converts a failure. If it ends the connection, makes the follower check the database at once.
  func failed(_ failure: PostgresError) -> StoreError {
    if failure.endsConnection { follower.wake() }
    if case .refused(PostgresError.Code.lockNotAvailable, _, _) = failure { endAbandonedTransactions() }
    return failure.storeError
  }

  /// Ends transactions that began more than 5 seconds ago, hold the lock of the head, and wait for their node. That
  /// node has received no response, and will look for the outcome.
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
}
