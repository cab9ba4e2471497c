import Dispatch
import HTTPWire
import JSONText
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The last requests for screens, in bounded memory. Taking note never holds a request up: beyond a rate that no test
/// reaches, some are left out and counted.
package final class RequestJournal: Sendable {
  /// Requests that are kept unless another number is said.
  package static let defaultCapacity = 1000
  package static let maximumCapacity = 100_000
  /// Bytes of all that is kept.
  static let maximumBytes = 8 << 20
  /// Requests that are noted in a tenth of a second: more than tests ask for, and little work for who asks for more.
  static let burst = 300

  private struct State {
    /// Oldest first, from `start` on.
    var entries: [JournalEntry] = []
    var start = 0
    var bytes = 0
    var next = 1
    /// The number of the last one that listeners have been told of.
    var told = 0
    /// Whether they are about to be told of more.
    var isTelling = false

    var kept: ArraySlice<JournalEntry> { entries[start...] }
  }

  /// The same of a session.
  static let maximumBytesOfSession = 256 << 10
  /// Bytes of one body that is kept: a larger one would drive all others out.
  static let maximumBodyBytes = 2 << 20
  /// Bytes of what a listener has missed that are told when it comes back.
  static let maximumMissedBytes = 128 << 10
  /// Those who listen to what comes.
  static let maximumListeners = 100

  private let capacity: Int
  private let maximumBytes: Int
  private let keepsBodies: Bool
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())
  /// The tenth of a second in which so many had come last, and how many have come since.
  private let window = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)
  private let listeners = EventListeners<JournalMatch>(
    label: "marquee.journal", maximum: maximumListeners, allowsOrigins: false)

  /// - Parameters:
  ///   - capacity: how many requests are kept.
  ///   - keepsBodies: whether the bodies of answers are.
  package init(capacity: Int, keepsBodies: Bool = false, clock: @escaping @Sendable () -> Double) {
    self.capacity = min(max(capacity, 1), Self.maximumCapacity)
    maximumBytes = Self.maximumBytes
    self.keepsBodies = keepsBodies
    self.clock = clock
  }

  /// An empty one for a session, as another one is.
  init(forking other: RequestJournal) {
    capacity = other.capacity
    maximumBytes = Self.maximumBytesOfSession
    keepsBodies = other.keepsBodies
    clock = other.clock
  }

  /// Requests that were left out.
  var skippedCount: Int { skipped.load(ordering: .relaxed) }

  /// Whether there is time to take note of a request now. Threads that ask at once may let a few more through.
  func accepts() -> Bool {
    if count.load(ordering: .relaxed) < Self.burst {
      count.add(1, ordering: .relaxed)
      return true
    }
    // The clock is looked at once so many have come.
    let now = Self.tenths
    guard window.load(ordering: .relaxed) != now else {
      skipped.add(1, ordering: .relaxed)
      return false
    }
    window.store(now, ordering: .relaxed)
    count.store(1, ordering: .relaxed)
    return true
  }

  /// - Parameter start: when the request had come; nil for one that was answered at once.
  func note(
    _ request: borrowing HTTPRequest, route: Bytes, since start: ContinuousClock.Instant?,
    _ answer: Responder.Answer
  ) {
    let duration = start.map { (ContinuousClock.now - $0) / .milliseconds(1) } ?? 0
    append(
      JournalEntry(
        at: Int64(exactly: (clock() * 1000 - duration).rounded(.down)) ?? 0, duration: Int(duration),
        isHead: request.method == .head, route: String(decoding: route),
        query: Array(request.query ?? .empty), user: Array(request.field(.screenUser) ?? .empty),
        answer: kept(answer, isHead: request.method == .head)))
  }

  private func kept(_ answer: Responder.Answer, isHead: Bool) -> JournalEntry.Answer {
    func body(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      keepsBodies && !isHead && bytes.count <= Self.maximumBodyBytes ? bytes : []
    }
    switch answer {
    case .response(let response):
      return .fields(response.status, response.fields, body: body(response.body[...]))
    case .prepared(let response):
      let body = body(response.body)
      // A head by itself must not hold on to a body that is not kept.
      let head = body.isEmpty ? Array(response.headBytes)[...] : response.headBytes
      return .rendered(response.status, head: head, body: body)
    case .stream(let response, _, _): return .fields(response.status, response.fields, body: [])
    case .none: return .fields(500, [], body: [])
    case .reset, .raw: return .none
    }
  }

  // MARK: Listeners

  /// Answers with requests as they come.
  /// - Parameter last: the number of the one that the listener has heard of last; nil for none.
  func listen(_ match: JournalMatch, after last: Int?, _ responder: CountedResponder) {
    listeners.add(to: match, responder) { [self] in
      // Those who listen already hear of what is new; from there on all hear the same.
      tellNew()
      guard let last else { return [] }
      let (kept, told) = state.withLock { (Array($0.kept), $0.told) }
      return Self.missed(kept.filter { $0.number > last && $0.number <= told }, match)
    }
  }

  /// What a listener has missed, the newest of it as far as that goes.
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

  /// Tells those who listen of all that has come since they were last told. On their queue.
  private func tellNew() {
    let (new, left) = state.withLock { state in
      state.isTelling = false
      let new = state.kept.suffix(state.next - 1 - state.told)
      let left = state.next - 1 - state.told - new.count
      state.told = state.next - 1
      return (Array(new), left)
    }
    let topics = Array(listeners.topics)
    if left > 0 { for match in topics { listeners.send(Self.notice(left), to: match) } }
    for request in topics.isEmpty ? [] : new.map(\.described) {
      let event = Self.event(request)
      for match in topics where match.matches(request) { listeners.send(event, to: match) }
    }
  }

  /// That requests are gone of which a listener has not heard.
  private static func notice(_ count: Int) -> [UInt8] {
    Array("event: skipped\ndata: {\"skipped\":\(count)}\n\n".utf8)
  }

  private static func event(_ request: DescribedRequest) -> [UInt8] {
    Array("event: request\nid: \(request.entry.number)\ndata: \(request.json.text)\n\n".utf8)
  }

  /// Ends all streams.
  func close() { listeners.close() }

  private func append(_ entry: JournalEntry) {
    state.withLock { state in
      var entry = entry
      entry.number = state.next
      state.next += 1
      state.entries.append(entry)
      state.bytes += entry.bytes
      while state.kept.count > capacity || state.bytes > maximumBytes, let oldest = state.kept.first {
        state.bytes -= oldest.bytes
        state.entries[state.start] = .gone
        state.start += 1
      }
      // Now and then the room of those that are gone is used again, so that an append costs the same on average.
      if state.start > max(state.kept.count, 64) {
        state.entries.removeFirst(state.start)
        state.start = 0
      }
      guard !listeners.isEmpty, !state.isTelling else { return }
      state.isTelling = true
      listeners.queue.async { [self] in tellNew() }
    }
  }

  /// All that is kept, the newest first.
  var entries: [JournalEntry] { state.withLock { $0.kept.reversed() } }

  func removeAll() {
    state.withLock { state in
      state.entries = []
      state.start = 0
      state.bytes = 0
    }
  }

  /// Tenths of a second, by a clock that is read in nanoseconds where there is one.
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
