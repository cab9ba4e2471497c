import AdminModel
import Dispatch
import HTTPWire
import JSONText
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The most recent requests for screens and endpoints, in bounded memory.
///
/// Recording never delays a request: above a rate that no test reaches, the journal skips requests and counts them.
package final class RequestJournal: Sendable {
  /// The largest number of requests that it can keep.
  package static let maximumCapacity = 100_000
  /// The limit of memory, in bytes.
  static let maximumBytes = 8 << 20
  /// The number of requests to record in a tenth of a second: more than tests send, and little work under full load.
  static let burst = 300

  private struct State {
    /// The requests, oldest first. Those before `start` are evicted.
    var entries: [JournalEntry] = []
    var start = 0
    var bytes = 0
    var next = 1
    /// The number of the last request that was sent to listeners.
    var sent = 0
    /// Whether sending more requests to listeners is scheduled.
    var isSending = false

    var kept: ArraySlice<JournalEntry> { entries[start...] }
  }

  /// The limit of memory of a session's journal, in bytes.
  static let maximumBytesPerSession = 256 << 10
  /// The size of the largest body that is kept. A larger one would evict too many requests.
  static let maximumBodyBytes = 2 << 20
  /// The size of the missed events that are sent to a returning listener.
  static let maximumMissedBytes = 128 << 10
  /// The maximum number of listeners.
  static let maximumListeners = 100

  private let capacity: Int
  private let maximumBytes: Int
  private let keepsBodies: Bool
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())
  /// The current tenth of a second, and the number of requests recorded in it.
  private let window = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)
  private let listeners = EventListeners<JournalMatch>(
    label: "marquee.journal", maximum: maximumListeners, allowsOrigins: false)

  /// - Parameters:
  ///   - capacity: the number of requests to keep.
  ///   - keepsBodies: whether to keep the bodies of responses.
  ///   - clock: seconds since 1970 UTC.
  package init(capacity: Int, keepsBodies: Bool = false, clock: @escaping @Sendable () -> Double) {
    self.capacity = min(max(capacity, 1), Self.maximumCapacity)
    maximumBytes = Self.maximumBytes
    self.keepsBodies = keepsBodies
    self.clock = clock
  }

  /// An empty journal for a session, configured like the server's.
  init(forking other: RequestJournal) {
    capacity = other.capacity
    maximumBytes = Self.maximumBytesPerSession
    keepsBodies = other.keepsBodies
    clock = other.clock
  }

  /// The number of requests that were not recorded because too many came at once.
  var skippedCount: Int { skipped.load(ordering: .relaxed) }

  /// Whether to record a request now. Concurrent calls may record a few more than the limit.
  func accepts() -> Bool {
    if count.load(ordering: .relaxed) < Self.burst {
      count.add(1, ordering: .relaxed)
      return true
    }
    // Reading the clock only at the limit keeps the usual case cheap.
    let now = Self.tenths
    guard window.load(ordering: .relaxed) != now else {
      skipped.add(1, ordering: .relaxed)
      return false
    }
    window.store(now, ordering: .relaxed)
    count.store(1, ordering: .relaxed)
    return true
  }

  /// Records a request and its response.
  /// - Parameter start: the time of the request; nil if the response was immediate.
  func note(
    _ request: borrowing HTTPRequest, route: Bytes, since start: ContinuousClock.Instant?,
    _ outcome: Responder.Outcome
  ) {
    let duration = start.map { (ContinuousClock.now - $0) / .milliseconds(1) } ?? 0
    append(
      JournalEntry(
        at: time(before: duration), duration: Int(duration),
        isHead: request.method == .head, route: String(decoding: route),
        query: Array(request.query ?? .empty), fields: JournalFields(request),
        response: kept(outcome, isHead: request.method == .head)))
  }

  /// The time in milliseconds since 1970 UTC, some milliseconds before now.
  func time(before duration: Double) -> Int64 {
    Int64(exactly: (clock() * 1000 - duration).rounded(.down)) ?? 0
  }

  private func kept(_ outcome: Responder.Outcome, isHead: Bool) -> JournalEntry.Response {
    func body(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      keepsBodies && !isHead && bytes.count <= Self.maximumBodyBytes ? bytes : []
    }
    switch outcome {
    case .response(let response):
      return .fields(response.status, response.fields, body: body(response.body[...]))
    case .prepared(let response):
      return .rendered(response.status, head: response.headBytes, body: body(response.body[...]))
    case .stream(let response, _, _): return .fields(response.status, response.fields, body: [])
    case .none: return .fields(500, [], body: [])
    case .reset, .raw: return .none
    }
  }

  // MARK: Listeners

  /// Streams matching requests as they come.
  /// - Parameter last: the number of the last request that the listener received; nil for a new listener.
  func listen(_ match: JournalMatch, after last: Int?, _ responder: CountedResponder) {
    listeners.add(to: [match], responder) { [self] in
      // Sends new requests to the present listeners first. After that, the new one is in step with them.
      sendNew()
      guard let last else { return [] }
      let (kept, sent) = state.withLock { (Array($0.kept), $0.sent) }
      return Self.missed(kept.filter { $0.number > last && $0.number <= sent }, match)
    }
  }

  /// The events of missed requests, the newest ones up to the limit.
  private static func missed(_ entries: some BidirectionalCollection<JournalEntry>, _ match: JournalMatch)
    -> [UInt8]
  {
    var events: [[UInt8]] = []
    var bytes = 0
    var left = 0
    for entry in entries.reversed() {
      let request = entry.described
      guard match.matches(request) else { continue }
      let event = event(request)
      if left > 0 || bytes + event.count > maximumMissedBytes {
        left += 1
      } else {
        bytes += event.count
        events.append(event)
      }
    }
    return (left > 0 ? notice(left) : []) + events.reversed().joined()
  }

  /// Sends the requests since the last call to listeners. Call it on their queue.
  private func sendNew() {
    let (new, left) = state.withLock { state in
      state.isSending = false
      let new = state.kept.suffix(state.next - 1 - state.sent)
      let left = state.next - 1 - state.sent - new.count
      state.sent = state.next - 1
      return (Array(new), left)
    }
    let topics = Array(listeners.topics)
    if left > 0 { for match in topics { listeners.send(Self.notice(left), to: match) } }
    for request in topics.isEmpty ? [] : new.map(\.described) {
      let event = Self.event(request)
      for match in topics where match.matches(request) { listeners.send(event, to: match) }
    }
  }

  /// The event that counts requests that are not sent: they were evicted, or exceed the limit of missed events.
  private static func notice(_ count: Int) -> [UInt8] {
    Array("event: skipped\ndata: {\"skipped\":\(count)}\n\n".utf8)
  }

  private static func event(_ request: RedactedRequest) -> [UInt8] {
    Array("event: request\nid: \(request.entry.number)\ndata: \(RecordedRequest(request).text)\n\n".utf8)
  }

  /// Ends all streams.
  func close() { listeners.close() }

  func append(_ entry: JournalEntry) {
    state.withLock { state in
      var entry = entry
      entry.number = state.next
      state.next += 1
      state.entries.append(entry)
      state.bytes += entry.bytes
      while state.kept.count > capacity || state.bytes > maximumBytes, let oldest = state.kept.first {
        state.bytes -= oldest.bytes
        state.entries[state.start] = .evicted
        state.start += 1
      }
      // Removing evicted entries in large groups keeps the average cost of an append constant.
      if state.start > max(state.kept.count, 64) {
        state.entries.removeFirst(state.start)
        state.start = 0
      }
      guard !listeners.isEmpty, !state.isSending else { return }
      state.isSending = true
      listeners.queue.async { [self] in sendNew() }
    }
  }

  /// All kept requests, newest first.
  var entries: [JournalEntry] { state.withLock { $0.kept.reversed() } }

  func removeAll() {
    state.withLock { state in
      state.entries = []
      state.start = 0
      state.bytes = 0
    }
  }

  /// The current tenth of a second of a monotonic clock. Linux has a coarse clock that takes a few nanoseconds to read.
  private static var tenths: Int {
    var time = timespec()
    #if os(Linux)
      unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return time.tv_sec * 10 + time.tv_nsec / 100_000_000
  }
}
