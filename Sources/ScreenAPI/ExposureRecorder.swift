import Assignment
import Crypto
import Dispatch
import HTTPWire
package import Screens
import Synchronization

/// Takes note of who was shown which variant, off the way of requests: what is noted waits in bounded memory and is
/// stored in batches. What finds no room is dropped, and counted.
package final class ExposureRecorder: Sendable {
  /// Notes that wait at most, and the bytes of their units. A quarter of a second of the fastest clients.
  static let maximumWaiting = 8192
  static let maximumBytes = 1 << 19
  /// Exposures that are made of notes and stored at a time.
  private static let batch = 512
  /// How long the first of a batch waits for others, in milliseconds.
  private static let pause = 250

  /// One unit that was shown an arm.
  private struct Note {
    let screen: PreparedScreen
    let assigned: Assigned
    let at: Int64
    /// Where the unit ends in the bytes of all.
    let end: Int32
  }

  private struct Waiting {
    var notes: [Note] = []
    var units: [UInt8] = []
    var isScheduled = false
  }

  package let store: any ExposureStore
  private let salt: SymmetricKey?
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  /// Is told how many exposures could not be kept, and why.
  private let report: @Sendable (Int, String) -> Void
  private let queue = DispatchQueue(label: "marquee.exposures")
  private let filter = ExposureFilter()
  private let waiting = Mutex(Waiting())
  private let dropped = Atomic<Int>(0)
  private let reported = Atomic<Int>(0)

  /// - Parameter salt: units are kept as hashes under this key (HMAC with SHA-256, RFC 2104); nil to keep them as they
  ///   are.
  package init(
    store: any ExposureStore, salt: String?, clock: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (Int, String) -> Void
  ) {
    self.store = store
    self.salt = salt.map { SymmetricKey(data: Array($0.utf8)) }
    self.clock = clock
    self.report = report
  }

  /// Exposures that could not be kept since the start.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Takes note that a unit is shown an arm. For a unit that was noted lately this is a look at a table.
  func note(_ unit: Bytes, _ assigned: Assigned, of screen: PreparedScreen) {
    guard assigned.exposed != 0, !unit.isEmpty else { return }
    let other =
      screen.number &* 0x1_0000_0001 ^ UInt64(truncatingIfNeeded: assigned.arm) << 8
      ^ UInt64(assigned.exposed)
    let hash = unit.withSpan { unit in
      // SAFETY: the bytes are looked at within the closure alone.
      unsafe ExposureFilter.hash(unit.bytes, other)
    }
    guard filter.isNew(hash) else { return }
    let isKept = waiting.withLock { waiting in
      guard waiting.notes.count < Self.maximumWaiting, waiting.units.count + unit.count <= Self.maximumBytes
      else { return false }
      for index in 0..<unit.count { waiting.units.append(unit[index]) }
      waiting.notes.append(
        Note(
          screen: screen, assigned: assigned, at: now, end: Int32(clamping: waiting.units.count)))
      if !waiting.isScheduled {
        waiting.isScheduled = true
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [self] in store(waitingNotes()) }
      } else if waiting.notes.count == Self.maximumWaiting / 2 {
        queue.async { [self] in store(waitingNotes()) }
      }
      return true
    }
    if isKept { filter.remember(hash) } else { dropped.add(1, ordering: .relaxed) }
  }

  /// Stores all that waits. When it returns, what was noted before is stored, or was dropped.
  package func flush() {
    queue.sync { store(waitingNotes()) }
  }

  private func waitingNotes() -> Waiting {
    waiting.withLock { waiting in
      let taken = waiting
      waiting = Waiting()
      return taken
    }
  }

  private func store(_ taken: Waiting) {
    guard !taken.notes.isEmpty else { return }
    var reason = "more of them came than could be stored"
    var start = 0
    var exposures: [Exposure] = []
    for (number, note) in taken.notes.enumerated() {
      add(note, unit: taken.units[start..<Int(note.end)], to: &exposures)
      start = Int(note.end)
      guard exposures.count >= Self.batch || number == taken.notes.count - 1 else { continue }
      do throws(StoreError) {
        try store.save(exposures)
      } catch {
        dropped.add(exposures.count, ordering: .relaxed)
        reason = error.message
        filter.removeAll()
      }
      exposures.removeAll(keepingCapacity: true)
    }
    reportDropped(reason)
  }

  private func add(_ note: Note, unit: ArraySlice<UInt8>, to exposures: inout [Exposure]) {
    let unit = text(of: unit)
    let screen = note.screen.screen
    guard screen.arms.indices.contains(note.assigned.arm) else { return }
    let choices = screen.arms[note.assigned.arm].choices
    for (number, experiment) in screen.definition.experiments.enumerated()
    where note.assigned.exposes(number) {
      guard let choice = choices.first(where: { $0.experiment == experiment.key }) else { continue }
      exposures.append(
        Exposure(
          at: note.at, unit: unit, experiment: choice.experiment, variant: choice.variant,
          version: screen.version, route: screen.route))
    }
  }

  private func reportDropped(_ reason: String) {
    let count = dropped.load(ordering: .relaxed)
    let before = reported.exchange(count, ordering: .relaxed)
    if count > before { report(count - before, reason) }
  }

  private func text(of unit: ArraySlice<UInt8>) -> String {
    guard let salt else { return String(decoding: unit, as: UTF8.self) }
    let code = HMAC<SHA256>.authenticationCode(for: unit, using: salt)
    return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var now: Int64 { Int64(exactly: (clock() * 1000).rounded(.down)) ?? 0 }
}
