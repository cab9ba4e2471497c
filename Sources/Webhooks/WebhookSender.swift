internal import Dispatch
package import OutgoingHTTP
package import Screens
internal import Synchronization

/// Sends messages about changes to webhooks, on its own queues.
///
/// It makes messages from the audit, which each change writes in its own transaction. So no message is lost if the
/// process ends after the change.
package final class WebhookSender: Sendable {
  /// The largest number of messages that are sent at a time. Each webhook has at most one of them, so that a receiver
  /// that does not respond delays no other.
  private static let concurrency = 16
  /// The pause between two checks for changes, and the one after an error of the store, in milliseconds.
  private static let pause = 200
  private static let pauseAfterError = 2000
  /// The seconds between two checks for due deliveries, which another node may have stored.
  private static let claimPause = 1.0
  /// The seconds after which another node may send a claimed message: longer than an attempt takes, even if a name
  /// server does not respond.
  private static let lease = 120.0
  /// The delay before the next attempt if this node does not know the webhook yet, and the age at which such a message
  /// fails, in seconds.
  private static let unknownWebhookDelay = 5.0
  private static let unknownWebhookMaximumAge = 3600.0
  /// The seconds between two deletions of finished deliveries.
  private static let cleaningPause = 3600.0
  /// The audit entries to read at a time.
  private static let pageSize = 500
  /// How long finished deliveries are listed, in seconds.
  private static let retention = 7.0 * 86_400
  /// The status of a receiver that wants no more messages: 410 (Standard Webhooks). The message is not sent again.
  private static let gone = 410

  private let publisher: Publisher
  private let store: any DeliveryStore
  private let client: OutgoingClient
  private let clock: @Sendable () -> Double
  private let report: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "marquee.webhooks", qos: .utility)
  private let sending = DispatchQueue(
    label: "marquee.webhooks.sending", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())
  private let sent = Atomic<Int>(0)
  private let failed = Atomic<Int>(0)

  private struct State {
    var isStopped = false
    /// The webhooks to which a message is being sent.
    var running: Set<String> = []
    /// The revision whose audit entries have been read.
    var revision: Int?
    var nextClaim = 0.0
    var nextCount = 0.0
    var nextCleaning = 0.0
    /// The reason that was logged last, so that an outage of the store is logged once.
    var failure: String?
    var pending = 0
  }

  /// - Parameters:
  ///   - clock: seconds since 1970 UTC.
  ///   - report: receives a line for each delivery that is given up, and when the store begins to fail.
  package init(
    publisher: Publisher, store: any DeliveryStore, client: OutgoingClient,
    clock: @escaping @Sendable () -> Double, report: @escaping @Sendable (String) -> Void
  ) {
    self.publisher = publisher
    self.store = store
    self.client = client
    self.clock = clock
    self.report = report
  }

  package func start() { queue.async { [weak self] in self?.run() } }

  /// Stops sending. Running attempts end within a second. Messages stay stored.
  package func stop() {
    state.withLock { $0.isStopped = true }
    client.cancel()
    queue.sync {}
    sending.sync(flags: .barrier) {}
  }

  /// The counts for the metrics: delivered messages and failed attempts since the start, and pending messages.
  package var counts: (delivered: Int, failedAttempts: Int, pending: Int) {
    (sent.load(ordering: .relaxed), failed.load(ordering: .relaxed), state.withLock { $0.pending })
  }

  private func run() {
    guard !state.withLock({ $0.isStopped }) else { return }
    let pause = takeTurn() ? Self.pause : Self.pauseAfterError
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.run() }
  }

  /// Stores new messages and begins to send due ones. Called on the queue.
  /// - Returns: false after an error of the store.
  @discardableResult
  private func takeTurn() -> Bool {
    do throws(StoreError) {
      try storeNewMessages()
      try claim()
      state.withLock { $0.failure = nil }
      return true
    } catch {
      let isNew = state.withLock { state in
        defer { state.failure = error.message }
        return state.failure != error.message
      }
      if isNew { report("webhooks wait for the store: \(error.message)") }
      return false
    }
  }

  /// Stores the messages of new audit entries.
  private func storeNewMessages() throws(StoreError) {
    let revision = publisher.revision
    guard revision != state.withLock({ $0.revision }) else { return }
    var position = try store.position()
    // A server without webhooks needs no database for them.
    if position == nil, !publisher.webhooks.all.isEmpty, let first = try publisher.webhooks.firstPosition() {
      _ = try store.store([], from: nil, to: first)
      position = try store.position()
    }
    while let old = position, let new = try publisher.webhooks.messages(after: old, limit: Self.pageSize) {
      _ = try store.store(new.messages, from: old, to: new.position)
      if new.position < old {
        report(
          "the audit log is shorter than before, because a backup was restored; webhooks continue at its end")
      }
      if !new.messages.isEmpty { state.withLock { $0.nextClaim = 0 } }
      // Another node may have been first.
      position = try store.position()
    }
    state.withLock { $0.revision = revision }
  }

  private func claim() throws(StoreError) {
    let now = clock()
    let hasWebhooks = !publisher.webhooks.all.isEmpty
    let isDue = state.withLock { state in
      // Without webhooks, a message is pending only if it was stored before the last webhook was deleted.
      let mayWait = hasWebhooks || state.pending > 0
      guard mayWait, now >= state.nextClaim || state.nextClaim - now > Self.claimPause else { return false }
      // Set this before sending: the end of an attempt resets it, so that the next claim is due at once.
      state.nextClaim = now + Self.claimPause
      return true
    }
    guard isDue else { return }
    while true {
      let (busy, isStopped) = state.withLock { ($0.running, $0.isStopped) }
      guard !isStopped, busy.count < Self.concurrency,
        let claimed = try store.claim(without: busy.sorted(), now: now, lease: Self.lease)
      else { break }
      state.withLock { _ = $0.running.insert(claimed.webhook) }
      sending.async { [self] in
        attempt(claimed)
        let isStopped = state.withLock { state in
          state.running.remove(claimed.webhook)
          state.nextClaim = 0
          return state.isStopped
        }
        if !isStopped { queue.async { [weak self] in self?.takeTurn() } }
      }
    }
    try maintainStore(now: now)
  }

  /// Counts the pending messages every second, and deletes old finished ones every hour.
  private func maintainStore(now: Double) throws(StoreError) {
    let (counts, cleans) = state.withLock { state in
      let counts = now >= state.nextCount || state.nextCount - now > Self.claimPause
      if counts { state.nextCount = now + Self.claimPause }
      let cleans = now >= state.nextCleaning || state.nextCleaning - now > Self.cleaningPause
      if cleans { state.nextCleaning = now + Self.cleaningPause }
      return (counts, cleans)
    }
    if counts {
      let pending = try store.pendingCount()
      state.withLock { $0.pending = pending }
    }
    if cleans { try store.deleteFinished(before: now - Self.retention) }
  }

  private func attempt(_ claimed: WebhookDelivery) {
    var delivery = claimed
    guard let webhook = try? publisher.webhooks.named(delivery.webhook) else {
      delivery.nextAttempt = clock() + Self.unknownWebhookDelay
      if clock() - delivery.message.at > Self.unknownWebhookMaximumAge {
        delivery.state = .failed
        delivery.failure = "the webhook was deleted"
      }
      finish(delivery, claimed)
      return
    }
    let body = Array(delivery.message.body.utf8)
    var fields =
      [("content-type", "application/json"), ("user-agent", "Marquee")]
      + WebhookSignature.fields(id: delivery.message.id, time: clock(), body: body, secret: webhook.secret)
    delivery.attempts += 1
    // Pass on the client's span as the parent, because this server has no spans for messages.
    if let trace = delivery.message.trace { fields.append(("traceparent", trace)) }
    do throws(OutgoingError) {
      let response = try client.send(OutgoingRequest(url: webhook.url, fields: fields, body: body))
      delivery.status = response.status
      delivery.failure = nil
      if (200..<300).contains(response.status) {
        delivery.state = .delivered
        sent.add(1, ordering: .relaxed)
        finish(delivery, claimed)
        return
      }
      delivery.failure = "the response has the status \(response.status)"
    } catch {
      if error.cause == .cancelled {
        // Do not count this attempt. The next process sends the message at once.
        var waiting = claimed
        waiting.nextAttempt = clock()
        finish(waiting, claimed)
        return
      }
      delivery.status = nil
      delivery.failure = error.message
    }
    failed.add(1, ordering: .relaxed)
    if delivery.status != Self.gone, let delay = RetryDelays.delay(after: delivery.attempts) {
      delivery.nextAttempt = clock() + delay
    } else {
      delivery.state = .failed
      let attempts = delivery.attempts == 1 ? "1 attempt" : "\(delivery.attempts) attempts"
      report(
        """
        gave up delivery \(delivery.id) (\(delivery.message.id)) to the webhook \(delivery.webhook) after \(attempts): \
        \(delivery.failure ?? "no response"); send it again with POST \
        /admin/webhooks/\(delivery.webhook)/deliveries/\(delivery.id)/retry
        """)
    }
    finish(delivery, claimed)
  }

  /// Stores the outcome, unless the delivery was changed after it was claimed.
  private func finish(_ delivery: WebhookDelivery, _ claimed: WebhookDelivery) {
    do throws(StoreError) {
      try store.update(delivery, claimedUntil: claimed.nextAttempt)
    } catch {
      // The lease ends, and the message is sent again with the same id.
      report("the outcome of the message \(delivery.message.id) cannot be stored: \(error.message)")
    }
  }
}
