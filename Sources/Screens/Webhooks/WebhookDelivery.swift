/// A message to one webhook, with the state of its delivery.
package struct WebhookDelivery: Sendable, Equatable {
  package enum State: String, Sendable {
    /// It waits for its next attempt.
    case pending
    case delivered
    /// It is not tried again.
    case failed
  }

  /// A number that the store assigns.
  package let id: Int
  package let webhook: String
  package let message: WebhookMessage
  package var state: State
  package var attempts: Int
  /// When the next attempt is due, in seconds since 1970 UTC.
  package var nextAttempt: Double
  /// The status of the last response; nil if there was none.
  package var status: Int?
  /// Why the last attempt failed.
  package var failure: String?

  package init(
    id: Int, webhook: String, message: WebhookMessage, state: State = .pending, attempts: Int = 0,
    nextAttempt: Double, status: Int? = nil, failure: String? = nil
  ) {
    self.id = id
    self.webhook = webhook
    self.message = message
    self.state = state
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.status = status
    self.failure = failure
  }
}

/// The content of a message. All attempts send the same.
package struct WebhookMessage: Sendable, Equatable {
  /// `webhook-id`, by which a receiver recognises a repetition.
  package let id: String
  package let event: String
  /// Seconds since 1970 UTC.
  package let at: Double
  /// The body, as JSON text.
  package let body: String
  /// The trace of the change, as `traceparent`; nil without one.
  package let trace: String?

  package init(id: String, event: String, at: Double, body: String, trace: String? = nil) {
    self.trace = trace
    self.id = id
    self.event = event
    self.at = at
    self.body = body
  }
}

extension WebhookDelivery {
  /// The time in seconds after which a next attempt is due although its time has not come: longer than any delay.
  package static let latestAttempt = 36_000.0
  /// The largest number of attempts that is read.
  package static let maximumAttempts = 1000
}

/// Stores the messages to webhooks until they are delivered. With several nodes, all share one.
package protocol DeliveryStore: Sendable {
  /// The id of the last audit entry whose messages are stored; nil before the first.
  func position() throws(StoreError) -> Int?

  /// Stores the messages of the audit entries up to a position, in one transaction.
  /// - Parameter old: the position before.
  /// - Returns: false if another node was first; then nothing is stored.
  func store(
    _ messages: [(webhook: String, message: WebhookMessage)], from old: Int?, to position: Int
  ) throws(StoreError) -> Bool

  /// Stores one message that belongs to no audit entry.
  func store(_ message: WebhookMessage, to webhook: String) throws(StoreError) -> WebhookDelivery

  /// Takes the oldest delivery that is due. Nobody else gets it before the lease ends, which is its
  /// ``WebhookDelivery/nextAttempt``.
  /// - Parameters:
  ///   - busy: webhooks whose deliveries are left out.
  ///   - now: seconds since 1970 UTC. A delivery whose time is too far in the future is due, too: a clock was set back.
  ///   - lease: in seconds.
  func claim(without busy: [String], now: Double, lease: Double) throws(StoreError) -> WebhookDelivery?

  /// Stores a delivery.
  /// - Parameter lease: the end of the lease of the claim, to change only a delivery that nobody has changed since; nil
  ///   to change it in any case.
  func update(_ delivery: WebhookDelivery, claimedUntil lease: Double?) throws(StoreError)

  /// A delivery; nil if it is unknown.
  func delivery(_ id: Int) throws(StoreError) -> WebhookDelivery?

  /// The deliveries of a webhook, newest first.
  /// - Parameter before: returns only those with a lower id; nil for all.
  func deliveries(of webhook: String, before: Int?, limit: Int) throws(StoreError) -> [WebhookDelivery]

  /// Deletes finished deliveries that were created before a time.
  func forgetFinished(before time: Double) throws(StoreError)

  /// Deletes the deliveries of a webhook.
  func forget(webhook: String) throws(StoreError)

  /// The number of pending deliveries.
  func pendingCount() throws(StoreError) -> Int
}
