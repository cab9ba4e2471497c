/// Stores the messages to webhooks until they are delivered. With several nodes, all share one.
package protocol DeliveryStore: Sendable {
  /// The id of the last audit entry whose messages are stored; nil before the first.
  func position() throws(StoreError) -> Int?

  /// Stores the messages of the audit entries up to a position, in one transaction.
  /// - Parameter old: the stored position that `position` replaces.
  /// - Returns: false if another node was first; then nothing is stored.
  func store(
    _ messages: [(webhook: String, message: WebhookMessage)], from old: Int?, to position: Int
  ) throws(StoreError) -> Bool

  /// Stores one message that belongs to no audit entry.
  func store(_ message: WebhookMessage, to webhook: String) throws(StoreError) -> WebhookDelivery

  /// Reserves the oldest due delivery for the caller. Until the lease ends, no other call returns it. The end of the
  /// lease is the ``WebhookDelivery/nextAttempt`` of the returned delivery.
  /// - Parameters:
  ///   - busy: webhooks whose deliveries are left out.
  ///   - now: seconds since 1970 UTC. A delivery more than ``WebhookDelivery/maximumWait`` later is due, too.
  ///   - lease: the duration of the lease, in seconds.
  func claim(without busy: [String], now: Double, lease: Double) throws(StoreError) -> WebhookDelivery?

  /// Writes the state of a delivery.
  /// - Parameter lease: the end of the lease that ``claim(without:now:lease:)`` returned. If the stored delivery has
  ///   changed since then, nothing is written. Nil writes in any case.
  func update(_ delivery: WebhookDelivery, claimedUntil lease: Double?) throws(StoreError)

  /// A delivery; nil if it is unknown.
  func delivery(_ id: Int) throws(StoreError) -> WebhookDelivery?

  /// The deliveries of a webhook, newest first.
  /// - Parameter before: returns only those with a lower id; nil for all.
  func deliveries(of webhook: String, before: Int?, limit: Int) throws(StoreError) -> [WebhookDelivery]

  /// Deletes finished deliveries that were created before a time.
  func deleteFinished(before time: Double) throws(StoreError)

  /// Deletes the deliveries of a webhook.
  func forget(webhook: String) throws(StoreError)

  /// The number of pending deliveries.
  func pendingCount() throws(StoreError) -> Int
}
