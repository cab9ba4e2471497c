import Synchronization

/// The counters of an event loop. Only the loop writes and any thread may read, so there are no locks and no atomic
/// additions.
///
/// Invariant: `cells` has `count` initialised entries during the lifetime of this object.
@safe
final class LoopCounters: @unchecked Sendable {
  enum Cell: Int, CaseIterable {
    case accepted, closed, refused, bytesRead, bytesWritten, malformed, timedOut, shed, acceptFailures
  }

  static let statuses = 500
  static let buckets = 26
  private static let count = Cell.allCases.count + statuses + buckets + 1
  private let cells: UnsafeMutablePointer<Atomic<UInt64>>

  init() {
    unsafe cells = .allocate(capacity: Self.count)
    for index in 0..<Self.count { unsafe (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize(count: Self.count)
    unsafe cells.deallocate()
  }

  private func add(_ index: Int, _ amount: Int) {
    guard index >= 0, index < Self.count, amount > 0 else { return }
    // SAFETY: the index is checked above.
    let value = unsafe cells[index].load(ordering: .relaxed)
    unsafe cells[index].store(value &+ UInt64(amount), ordering: .relaxed)
  }

  private func read(_ index: Int) -> UInt64 {
    guard index >= 0, index < Self.count else { return 0 }
    // SAFETY: the index is checked above.
    return unsafe cells[index].load(ordering: .relaxed)
  }

  func add(_ amount: Int = 1, to cell: Cell) { add(cell.rawValue, amount) }

  /// Counts a response with this status.
  func count(status: Int) { add(Cell.allCases.count + min(max(status - 100, 0), Self.statuses - 1), 1) }

  /// Counts the latency of `requests` responses: the time from reading the last byte of the request to sending the
  /// response, or for a deferred response, until it is ready.
  func record(nanoseconds: UInt64, requests: Int) {
    let micros = nanoseconds / 1000
    let bucket = min(UInt64.bitWidth - micros.leadingZeroBitCount, Self.buckets - 1)
    add(Cell.allCases.count + Self.statuses + bucket, requests)
    add(Self.count - 1, Int(clamping: micros) &* requests)
  }

  func add(to total: inout ServerMetrics) {
    total.accepted += read(Cell.accepted.rawValue)
    total.closed += read(Cell.closed.rawValue)
    total.refused += read(Cell.refused.rawValue)
    total.bytesRead += read(Cell.bytesRead.rawValue)
    total.bytesWritten += read(Cell.bytesWritten.rawValue)
    total.malformed += read(Cell.malformed.rawValue)
    total.timedOut += read(Cell.timedOut.rawValue)
    total.shed += read(Cell.shed.rawValue)
    total.acceptFailures += read(Cell.acceptFailures.rawValue)
    for status in 0..<Self.statuses {
      let count = read(Cell.allCases.count + status)
      if count > 0 { total.responses[status + 100, default: 0] += count }
    }
    for bucket in 0..<Self.buckets {
      total.latency[bucket] += read(Cell.allCases.count + Self.statuses + bucket)
    }
    total.latencyMicroseconds += read(Self.count - 1)
  }
}
