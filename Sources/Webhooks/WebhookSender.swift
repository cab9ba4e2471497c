internal import Dispatch
internal import HTTPWire
package import OutgoingHTTP
package import Screens
internal import Synchronization

/// Sends messages about changes to webhooks, away from all requests.
///
/// Messages are made from the audit, which is stored in the transaction of each change. So none is lost if the process
/// ends between a change and its message.
package final class WebhookSender: Sendable {
  /// How many messages are sent at a time.
  private static let concurrency = 4
  /// The pause between two looks for changes, in milliseconds, and the one after an error of the store.
  private static let pause = 200
  private static let pauseAfterError = 2000
  /// The seconds between two looks for deliveries that are due, which another node may have stored.
  private static let claimPause = 1.0
  /// The seconds after which another node may send a claimed message: longer than an attempt takes.
  private static let lease = 60.0
  /// The audit entries to read at a time.
  private static let pageSize = 500
  /// How long finished deliveries are listed, in seconds.
  package static let keptFor = 7.0 * 86_400
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
    var running = 0
    /// The revision whose audit entries have been read.
    var revision: Int?
    var nextClaim = 0.0
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
    var pause = Self.pause
    do throws(StoreError) {
      try takeChanges()
      try claim()
      state.withLock { $0.failure = nil }
    } catch {
      pause = Self.pauseAfterError
      let isNew = state.withLock { state in
        defer { state.failure = error.message }
        return state.failure != error.message
      }
      if isNew { report("webhooks wait for the store: \(error.message)") }
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.run() }
  }

  /// Stores the messages of new audit entries.
  private func takeChanges() throws(StoreError) {
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
      if !new.messages.isEmpty { state.withLock { $0.nextClaim = 0 } }
      // Another node may have been first.
      position = try store.position()
    }
    state.withLock { $0.revision = revision }
  }

  private func claim() throws(StoreError) {
    let now = clock()
    let hasWebhooks = !publisher.webhooks.isEmpty
    let room = state.withLock { state in
      // Without webhooks, nothing waits but what was stored before the last one was deleted.
      guard hasWebhooks || state.pending > 0 else { return 0 }
      let isDue = now >= state.nextClaim || state.nextClaim - now > Self.claimPause
      return isDue ? Self.concurrency - state.running : 0
    }
    guard room > 0 else { return }
    let claimed = try store.claim(limit: room, now: now, lease: Self.lease)
    let pending = try store.pendingCount()
    let cleans = state.withLock { state in
      state.running += claimed.count
      state.pending = pending
      // More may be due than there was room for.
      state.nextClaim = claimed.count == room ? 0 : now + Self.claimPause
      guard now >= state.nextCleaning else { return false }
      state.nextCleaning = now + 3600
      return true
    }
    for delivery in claimed {
      sending.async { [self] in
        attempt(delivery)
        state.withLock { $0.running -= 1 }
      }
    }
    if cleans { try store.forgetFinished(before: now - Self.keptFor) }
  }

  private func attempt(_ claimed: WebhookDelivery) {
    var delivery = claimed
    guard let webhook = try? publisher.webhook(delivery.webhook) else {
      delivery.state = .failed
      delivery.failure = "the webhook was deleted"
      finish(delivery)
      return
    }
    let body = Array(delivery.message.body.utf8)
    var fields =
      [("content-type", "application/json"), ("user-agent", "Marquee")]
      + WebhookSignature.fields(id: delivery.message.id, time: clock(), body: body, secret: webhook.secret)
    delivery.attempts += 1
    let trace = delivery.message.trace.flatMap { text in Array(text.utf8).withBytes { TraceContext($0) } }
    // Each attempt is a span of its own.
    if let trace { fields.append(("traceparent", trace.child().text)) }
    do throws(OutgoingFailure) {
      let response = try client.send(OutgoingRequest(url: webhook.url, fields: fields, body: body))
      delivery.status = response.status
      delivery.failure = nil
      if (200..<300).contains(response.status) {
        delivery.state = .delivered
        sent.add(1, ordering: .relaxed)
        finish(delivery)
        return
      }
      delivery.failure = "the response has the status \(response.status)"
    } catch {
      delivery.status = nil
      delivery.failure = error.message
    }
    failed.add(1, ordering: .relaxed)
    if delivery.status != Self.gone, let delay = RetryDelays.delay(after: delivery.attempts) {
      delivery.nextAttempt = clock() + delay
    } else {
      delivery.state = .failed
      report(
        "the message \(delivery.message.id) to the webhook \(delivery.webhook) was given up after \(delivery.attempts) attempts: \(delivery.failure ?? "")"
      )
    }
    finish(delivery)
  }

  private func finish(_ delivery: WebhookDelivery) {
    do throws(StoreError) {
      try store.update(delivery)
    } catch {
      // The lease ends, and the message is sent again with the same id.
      report("the outcome of the message \(delivery.message.id) cannot be stored: \(error.message)")
    }
  }
}
