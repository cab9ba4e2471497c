internal import Dispatch
package import OutgoingHTTP
package import Screens
internal import Synchronization

/// Sends messages about changes to webhooks, away from all requests.
///
/// Messages are made from the audit, which is stored in the transaction of each change. So none is lost if the process
/// ends between a change and its message.
package final class WebhookSender: Sendable {
  /// How many messages are sent at a time: one for each webhook, so that a receiver that does not answer holds up no
  /// other.
  private static let concurrency = 16
  /// The pause between two looks for changes, in milliseconds, and the one after an error of the store.
  private static let pause = 200
  private static let pauseAfterError = 2000
  /// The seconds between two looks for deliveries that are due, which another node may have stored.
  private static let claimPause = 1.0
  /// The seconds after which another node may send a claimed message: longer than an attempt takes, also with a name
  /// server that does not answer.
  private static let lease = 120.0
  /// How long a message waits for its webhook, which this node may not know yet, in seconds.
  private static let unknownPause = 5.0
  private static let unknownLimit = 3600.0
  /// The seconds between two deletions of finished messages.
  private static let cleaningPause = 3600.0
  /// The audit entries to read at a time.
  private static let pageSize = 500
  /// How long finished deliveries are listed, in seconds.
  private static let retention = 7.0 * 86_400
  /// The response that says that a message is not wanted any more: 410, as Standard Webhooks have it.
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
  ///   - report: receives a line for each message that is given up, and for a store that fails.
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

  /// Stops sending. Attempts that run end within a second. Messages stay stored.
  package func stop() {
    state.withLock { $0.isStopped = true }
    client.cancel()
    queue.sync {}
    sending.sync(flags: .barrier) {}
  }

  /// The numbers for the metrics: messages delivered and attempts failed since the start, and messages that wait.
  package var counts: (delivered: Int, failedAttempts: Int, pending: Int) {
    (sent.load(ordering: .relaxed), failed.load(ordering: .relaxed), state.withLock { $0.pending })
  }

  private func run() {
    guard !state.withLock({ $0.isStopped }) else { return }
    let pause = takeTurn() ? Self.pause : Self.pauseAfterError
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.run() }
  }

  /// Stores new messages and begins to send those that are due. Called on the queue.
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
    if position == nil, !publisher.webhooks.isEmpty, let first = try publisher.firstWebhookPosition() {
      _ = try store.store([], from: nil, to: first)
      position = try store.position()
    }
    while let old = position, let new = try publisher.webhookMessages(after: old, limit: Self.pageSize) {
      _ = try store.store(new.messages, from: old, to: new.position)
      if new.position < old {
        report("the audit is shorter than before, because a backup was put back; webhooks begin at its end")
      }
      if !new.messages.isEmpty { state.withLock { $0.nextClaim = 0 } }
      // Another node may have been first.
      position = try store.position()
    }
    state.withLock { $0.revision = revision }
  }

  private func claim() throws(StoreError) {
    let now = clock()
    let hasWebhooks = !publisher.webhooks.isEmpty
    let isDue = state.withLock { state in
      // Without webhooks, nothing waits but what was stored before the last one was deleted.
      let mayWait = hasWebhooks || state.pending > 0
      guard mayWait, now >= state.nextClaim || state.nextClaim - now > Self.claimPause else { return false }
      // Set before messages are sent: the end of an attempt makes the next claim due at once.
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
    try lookAfterStored(now: now)
  }

  /// Counts what waits, each second, and deletes what is finished, each hour.
  private func lookAfterStored(now: Double) throws(StoreError) {
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
    if cleans { try store.forgetFinished(before: now - Self.retention) }
  }

  private func attempt(_ claimed: WebhookDelivery) {
    var delivery = claimed
    guard let webhook = try? publisher.webhook(delivery.webhook) else {
      delivery.nextAttempt = clock() + Self.unknownPause
      if clock() - delivery.message.at > Self.unknownLimit {
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
    // The client's own span is the parent: this server sends none for messages.
    if let trace = delivery.message.trace { fields.append(("traceparent", trace)) }
    do throws(OutgoingFailure) {
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
      if error.isShutdown {
        // The next process tries at once, and this attempt does not count.
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

  /// Stores the outcome, unless somebody has changed the delivery since it was claimed.
  private func finish(_ delivery: WebhookDelivery, _ claimed: WebhookDelivery) {
    do throws(StoreError) {
      try store.update(delivery, claimedUntil: claimed.nextAttempt)
    } catch {
      // The lease ends, and the message is sent again with the same id.
      report("the outcome of the message \(delivery.message.id) cannot be stored: \(error.message)")
    }
  }
}
