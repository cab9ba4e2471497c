package import Screens

/// A ``DeliveryStore`` that several nodes share. Each message is stored once and claimed by one node at a time.
package final class PostgresDeliveryStore: DeliveryStore {
  private static let timeout = Duration.seconds(3)
  private static let columns =
    "id, webhook, message, event, at, body, state, attempts, next_attempt, status, failure, trace"

  private let connection: ConnectionSlot

  /// - Parameters:
  ///   - connection: a connection string or URI, as libpq takes it.
  ///   - node: the name of this node.
  /// - Throws: ``StoreError/unavailable(_:)`` if libpq is missing.
  package init(connection: String, node: String) throws(StoreError) {
    self.connection = ConnectionSlot(try PostgresStore.settings(connection, node))
  }

  package func close() { connection.close() }

  package func position() throws(StoreError) -> Int? {
    try rows(Statement("SELECT audit FROM marquee_webhook_position")).first?.integer(0)
  }

  package func store(
    _ messages: [(webhook: String, message: WebhookMessage)], from old: Int?, to position: Int
  ) throws(StoreError) -> Bool {
    let moved =
      old == nil
      ? """
      INSERT INTO marquee_webhook_position (id, audit) SELECT 1, $1::bigint WHERE $2::bigint IS NULL
      ON CONFLICT DO NOTHING RETURNING audit
      """
      : "UPDATE marquee_webhook_position SET audit = $1::bigint WHERE audit = $2::bigint RETURNING audit"
    // One statement: nothing is inserted if another node has moved the position on.
    let stored = try rows(
      Statement(
        """
        WITH moved AS (\(moved)), inserted AS (
          INSERT INTO marquee_webhook_delivery (webhook, message, event, at, body, trace, next_attempt)
          SELECT webhook, message, event, at, body, trace, at FROM moved,
            unnest($3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[])
              AS new (webhook, message, event, at, body, trace)
        ) SELECT count(*) FROM moved
        """,
        [
          String(position), old.map { String($0) }, ArrayLiteral.of(messages.lazy.map { $0.webhook }),
          ArrayLiteral.of(messages.lazy.map { $0.message.id }),
          ArrayLiteral.of(messages.lazy.map { $0.message.event }),
          ArrayLiteral.of(messages.lazy.map { String($0.message.at) }),
          ArrayLiteral.of(messages.lazy.map { $0.message.body }),
          ArrayLiteral.of(messages.lazy.map { $0.message.trace }),
        ]))
    return try stored.first?.integer(0) == 1
  }

  package func store(_ message: WebhookMessage, to webhook: String) throws(StoreError) -> WebhookDelivery {
    let stored = try deliveries(
      Statement(
        """
        INSERT INTO marquee_webhook_delivery (webhook, message, event, at, body, trace, next_attempt)
        VALUES ($1, $2, $3, $4::float8, $5, $6, $4::float8) RETURNING \(Self.columns)
        """, [webhook, message.id, message.event, String(message.at), message.body, message.trace]))
    guard let delivery = stored.first else { throw .unavailable("the database has stored no message") }
    return delivery
  }

  package func claim(
    without busy: [String], now: Double, lease: Double
  ) throws(StoreError) -> WebhookDelivery? {
    // A row that another node claims at this moment is skipped, so that no node waits.
    try deliveries(
      Statement(
        """
        UPDATE marquee_webhook_delivery SET next_attempt = $1::float8 + $2::float8
        WHERE id IN (
          SELECT id FROM marquee_webhook_delivery
          WHERE state = 'pending' AND (next_attempt <= $1::float8 OR next_attempt > $1::float8 + $3::float8)
            AND webhook <> ALL ($4::text[])
          ORDER BY next_attempt, id LIMIT 1 FOR UPDATE SKIP LOCKED
        ) RETURNING \(Self.columns)
        """,
        [
          String(now), String(lease), String(WebhookDelivery.maximumWait),
          ArrayLiteral.of(busy.lazy.map { $0 }),
        ])
    ).first
  }

  package func update(_ delivery: WebhookDelivery, claimedUntil lease: Double?) throws(StoreError) {
    _ = try rows(
      Statement(
        """
        UPDATE marquee_webhook_delivery SET state = $2, attempts = $3::bigint, next_attempt = $4::float8,
          status = $5::bigint, failure = $6
        WHERE id = $1::bigint AND ($7::float8 IS NULL OR state = 'pending' AND next_attempt = $7::float8)
        """,
        [
          String(delivery.id), delivery.state.rawValue, String(delivery.attempts),
          String(delivery.nextAttempt), delivery.status.map { String($0) },
          StoredText.message(delivery.failure), lease.map { String($0) },
        ]))
  }

  package func delivery(_ id: Int) throws(StoreError) -> WebhookDelivery? {
    try deliveries(
      Statement("SELECT \(Self.columns) FROM marquee_webhook_delivery WHERE id = $1::bigint", [String(id)])
    ).first
  }

  package func deliveries(
    of webhook: String, before: Int?, limit: Int
  ) throws(StoreError) -> [WebhookDelivery] {
    try deliveries(
      Statement(
        """
        SELECT \(Self.columns) FROM marquee_webhook_delivery
        WHERE webhook = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3::bigint
        """, [webhook, before.map { String($0) }, String(limit)]))
  }

  package func deleteFinished(before time: Double) throws(StoreError) {
    _ = try rows(
      Statement(
        "DELETE FROM marquee_webhook_delivery WHERE state <> 'pending' AND at < $1::float8", [String(time)]))
  }

  package func forget(webhook: String) throws(StoreError) {
    _ = try rows(Statement("DELETE FROM marquee_webhook_delivery WHERE webhook = $1", [webhook]))
  }

  package func pendingCount() throws(StoreError) -> Int {
    try rows(Statement("SELECT count(*) FROM marquee_webhook_delivery WHERE state = 'pending'")).first?
      .integer(0) ?? 0
  }

  private func deliveries(_ statement: Statement) throws(StoreError) -> [WebhookDelivery] {
    var deliveries: [WebhookDelivery] = []
    for row in try rows(statement) {
      deliveries.append(
        WebhookDelivery(
          id: try row.integer(0), webhook: try row.text(1),
          message: WebhookMessage(
            id: try row.text(2), event: try row.text(3), at: try row.real(4), body: try row.text(5),
            trace: row.optionalText(11)),
          state: WebhookDelivery.State(rawValue: try row.text(6)) ?? .failed,
          attempts: min(max(try row.integer(7), 0), WebhookDelivery.maximumAttempts),
          nextAttempt: try row.real(8), status: try row.optionalInteger(9),
          failure: try row.optionalMessage(10)))
    }
    return deliveries
  }

  private func rows(_ statement: Statement) throws(StoreError) -> [PostgresRow] {
    do throws(PostgresError) {
      return Array(try connection.run([statement], within: Self.timeout).rows(0))
    } catch {
      throw error.storeError
    }
  }
}
