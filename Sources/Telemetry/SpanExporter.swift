internal import Dispatch
internal import JSONText
package import OutgoingHTTP
internal import Synchronization

/// Sends spans to a collector by OTLP over HTTP, as JSON (<https://opentelemetry.io/docs/specs/otlp/#otlphttp>).
///
/// Spans wait in a bounded buffer. If the collector does not accept them and the buffer is full, later spans are
/// dropped and counted.
package final class SpanExporter: Sendable {
  /// The largest number of spans that wait.
  package static let maximumWaiting = 4096
  /// The largest number of spans in one request.
  private static let batchSize = 512
  /// The pause between two requests, in milliseconds.
  private static let pause = 1000
  /// The longest pause after failures, in milliseconds.
  private static let maximumPause = 30_000
  /// The statuses after which the same spans may be sent again (OTLP, "Failures").
  private static let retryable: Set<Int> = [429, 502, 503, 504]

  private let url: String
  private let client: OutgoingClient
  private let resource: [(name: String, value: String)]
  private let version: String
  private let describe: Description
  private let report: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "marquee.telemetry", qos: .utility)
  private let state = Mutex(State())
  private let sent = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  private struct State {
    var spans: [Span] = []
    var isStopped = false
    var failures = 0
  }

  /// Path and query without secrets, and the path with placeholders, of a request's target.
  package typealias Description = @Sendable (_ target: String) -> (target: String, route: String?)

  /// - Parameters:
  ///   - endpoint: the collector's address; spans are sent to `/v1/traces` below it.
  ///   - resource: the attributes of the server, such as `service.name`.
  ///   - describe: removes the secrets of a target. Called when spans are sent, not when they are added.
  ///   - report: receives a line when the collector begins to fail.
  package init(
    endpoint: String, client: OutgoingClient, version: String, resource: [(name: String, value: String)],
    describe: @escaping Description, report: @escaping @Sendable (String) -> Void
  ) {
    url = (endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint) + "/v1/traces"
    self.client = client
    self.version = version
    self.resource = resource
    self.describe = describe
    self.report = report
  }

  package func start() {
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [weak self] in self?.run() }
  }

  /// Adds a span, or drops it if too many wait.
  package func add(_ span: Span) {
    let isKept = state.withLock { state in
      guard state.spans.count < Self.maximumWaiting, !state.isStopped else { return false }
      state.spans.append(span)
      return true
    }
    if !isKept { dropped.add(1, ordering: .relaxed) }
  }

  /// Sends the waiting spans until a request fails, for about two seconds at most, and stops. Drops the rest.
  package func stop() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) { [client] in client.cancel() }
    queue.sync {
      while state.withLock({ $0.failures == 0 && !$0.spans.isEmpty }) { sendBatch() }
      state.withLock { state in
        state.isStopped = true
        dropped.add(state.spans.count, ordering: .relaxed)
        state.spans = []
      }
    }
  }

  /// The numbers of spans sent and dropped since the start.
  package var counts: (sent: Int, dropped: Int) {
    (sent.load(ordering: .relaxed), dropped.load(ordering: .relaxed))
  }

  private func run() {
    sendBatch()
    let (failures, isFull, isStopped) = state.withLock { state in
      (state.failures, state.spans.count >= Self.batchSize, state.isStopped)
    }
    guard !isStopped else { return }
    let backoff = min(Self.pause << min(failures, 5), Self.maximumPause)
    let pause = failures > 0 ? backoff : isFull ? 0 : Self.pause
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in self?.run() }
  }

  private func sendBatch() {
    let batch = state.withLock { Array($0.spans.prefix(Self.batchSize)) }
    guard !batch.isEmpty else { return }
    var failure: String?
    var mayRetry = true
    do throws(OutgoingError) {
      let response = try client.send(
        OutgoingRequest(
          url: url, fields: [("content-type", "application/json"), ("user-agent", "Marquee/\(version)")],
          body: body(of: batch)))
      if !(200..<300).contains(response.status) {
        failure = "the response has the status \(response.status)"
        mayRetry = Self.retryable.contains(response.status)
      }
    } catch {
      failure = error.message
    }
    let isFirstFailure = state.withLock { state in
      if failure == nil || !mayRetry { state.spans.removeFirst(min(batch.count, state.spans.count)) }
      let isFirst = failure != nil && state.failures == 0
      state.failures = failure == nil ? 0 : state.failures + 1
      return isFirst
    }
    if failure == nil {
      sent.add(batch.count, ordering: .relaxed)
    } else if !mayRetry {
      dropped.add(batch.count, ordering: .relaxed)
    }
    if isFirstFailure, let failure { report("spans cannot be sent to the collector: \(failure)") }
  }

  private func body(of spans: [Span]) -> [UInt8] {
    let scope: JSONValue = ["name": "marquee", "version": .string(version)]
    let described = spans.map { span in
      let (target, route) = describe(span.target)
      return span.json(target: target, route: route)
    }
    let attributes = resource.map { Span.attribute($0.name, .string($0.value)) }
    let request: JSONValue = [
      "resourceSpans": [
        [
          "resource": ["attributes": .array(attributes)],
          "scopeSpans": [["scope": scope, "spans": .array(described)]],
        ]
      ]
    ]
    return request.serialized()
  }
}
