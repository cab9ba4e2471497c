import HTTPWire
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

    var kept: ArraySlice<JournalEntry> { entries[start...] }
  }

  private let capacity: Int
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())
  /// The tenth of a second in which so many had come last, and how many have come since.
  private let window = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)

  package init(capacity: Int, clock: @escaping @Sendable () -> Double) {
    self.capacity = min(max(capacity, 1), Self.maximumCapacity)
    self.clock = clock
  }

  /// Requests that were left out.
  var skippedCount: Int { skipped.load(ordering: .relaxed) }

  /// Whether there is time to take note of a request now. Threads that ask at once may let a few more through.
  func accepts() -> Bool {
    // The clock is looked at once so many have come.
    if count.add(1, ordering: .relaxed).newValue <= Self.burst { return true }
    let now = Self.tenths
    guard window.exchange(now, ordering: .relaxed) != now else {
      skipped.add(1, ordering: .relaxed)
      return false
    }
    count.store(1, ordering: .relaxed)
    return true
  }

  func note(_ request: borrowing HTTPRequest, route: Bytes, _ answer: JournalEntry.Answer) {
    append(
      JournalEntry(
        at: Int64(exactly: (clock() * 1000).rounded(.down)) ?? 0, isHead: request.method == .head,
        route: String(decoding: route), query: Array(request.query ?? .empty),
        user: Array(request.field(.screenUser) ?? .empty), answer: answer))
  }

  private func append(_ entry: JournalEntry) {
    state.withLock { state in
      var entry = entry
      entry.number = state.next
      state.next += 1
      state.entries.append(entry)
      state.bytes += entry.bytes
      while state.kept.count > capacity || state.bytes > Self.maximumBytes, let oldest = state.kept.first {
        state.bytes -= oldest.bytes
        state.start += 1
      }
      // Now and then what has gone is given back, so that an append costs the same on average.
      if state.start > capacity {
        state.entries.removeFirst(state.start)
        state.start = 0
      }
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
