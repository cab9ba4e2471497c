import Assignment
import Dispatch
import HTTPWire
import MessageDigest
package import Screens
import Synchronization

/// Records which units were shown which variants, without delaying requests.
///
/// New exposures wait in a bounded buffer, are stored in batches, and are merged when the server is idle. The recorder
/// drops and counts exposures for which there is no room.
package final class ExposureRecorder: Sendable {
  /// The limits of the buffer, in exposures and in bytes: what the fastest clients cause in a fifth of a
  /// second.
  static let maximumWaiting = 32_768
  static let maximumBytes = 1 << 20
  /// The time in milliseconds for collecting a batch; also the idle time before stored batches are merged.
  private static let pause = 250
  /// The time after a failed merge before the next one, in milliseconds.
  private static let retryPause = 2000
  /// The server counts as idle while fewer exposures than this wait: a thousand new units a second do not delay
  /// merging.
  private static let quietWaiting = 250
  /// The size of stored batches, in bytes, above which they are merged at once: about two million exposures.
  private static let maximumUnmerged = 64 << 20
  /// The size of stored batches, in bytes, above which new ones are dropped: merging fails, or cannot keep up.
  private static let maximumStored = 256 << 20

  /// A combination of a screen that units were shown.
  private struct Showing {
    let screen: PreparedScreen
    let assigned: Assigned
  }

  private struct Notes {
    var showings: [Showing] = []
    /// The index of each showing, by its key.
    var places: [UInt64: Int] = [:]
    /// The exposures in the encoding of ``ExposureBatch``.
    var bytes: [UInt8] = []
    var count = 0

    mutating func removeAll() {
      showings.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      count = 0
    }

    var isQuarterFull: Bool { count >= maximumWaiting / 4 || bytes.count >= maximumBytes / 4 }

    /// Adds an exposure.
    /// - Returns: false if there is no room.
    mutating func add(
      _ unit: Bytes, at time: Int64, _ assigned: Assigned, of screen: PreparedScreen, key: UInt64
    ) -> Bool {
      guard count < maximumWaiting, bytes.count + ExposureBatch.headBytes + unit.count <= maximumBytes,
        unit.count <= ExposureBatch.maximumUnitBytes
      else { return false }
      let place: Int
      if let known = places[key] {
        place = known
      } else {
        place = showings.count
        guard place < ExposureBatch.maximumShowings else { return false }
        showings.append(Showing(screen: screen, assigned: assigned))
        places[key] = place
      }
      let head = ExposureBatch.head(showing: place, at: time, unitBytes: unit.count)
      // SAFETY: the bytes of both numbers and of the unit are read only within the closures.
      unsafe withUnsafeBytes(of: head.0) { unsafe bytes.append(contentsOf: $0) }
      unsafe withUnsafeBytes(of: head.1) { unsafe bytes.append(contentsOf: $0) }
      unsafe unit.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
      count += 1
      return true
    }
  }

  private struct State {
    var waiting = Notes()
    /// Empty notes, to reuse their memory.
    var spare: Notes?
    /// Whether a timer for storing the next batch is running.
    var isScheduled = false
    /// Whether the batch is being stored early, because the buffer fills up.
    var isEarly = false
  }

  package let store: any ExposureStore
  private let salt: [UInt8]?
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double
  /// Receives the number of exposures (or batches) that were lost, and the reason.
  private let report: @Sendable (Int, String) -> Void
  private let queue = DispatchQueue(label: "marquee.exposures", qos: .utility)
  private let filter = ExposureFilter()
  private let state = Mutex(State())
  private let dropped = Atomic<Int>(0)
  private let reported = Atomic<Int>(0)
  private let isMerging = Atomic<Bool>(false)

  /// - Parameters:
  ///   - salt: the key for storing units as hashes (HMAC with SHA-256, RFC 2104); nil to store them in plain text.
  ///   - clock: seconds since 1970 UTC.
  ///   - report: receives the number of lost exposures or batches, and the reason.
  package init(
    store: any ExposureStore, salt: String?, clock: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (Int, String) -> Void
  ) {
    self.store = store
    self.salt = salt.map { Array($0.utf8) }
    self.clock = clock
    self.report = report
  }

  /// The number of exposures dropped since the start.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Records that a unit is shown a combination. A repeated exposure costs one lookup.
  func note(_ unit: Bytes, _ assigned: Assigned, of screen: PreparedScreen) {
    guard assigned.exposed != 0, !unit.isEmpty else { return }
    let key =
      screen.number &* 0x1_0000_0001 ^ UInt64(truncatingIfNeeded: assigned.combination) << 8
      ^ UInt64(assigned.exposed)
    let hash = unit.withSpan { unit in
      // SAFETY: the bytes are read only within the closure.
      unsafe ExposureFilter.hash(unit.bytes, key)
    }
    guard filter.isNew(hash) else { return }
    let time = now
    let isKept = state.withLock { state in
      guard state.waiting.add(unit, at: time, assigned, of: screen, key: key) else { return false }
      filter.remember(hash)
      if !state.isScheduled {
        state.isScheduled = true
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [self] in
          self.state.withLock { $0.isScheduled = false }
          ThreadPriority.lower()
          storeWaiting()
        }
      } else if !state.isEarly, state.waiting.isQuarterFull {
        state.isEarly = true
        queue.async { [self] in
          ThreadPriority.lower()
          storeWaiting()
        }
      }
      return true
    }
    if !isKept { dropped.add(1, ordering: .relaxed) }
  }

  /// Stores exposures that apps report. They are durable when this returns.
  func record(_ exposures: [Exposure]) throws(StoreError) {
    guard !exposures.isEmpty else { return }
    guard store.unmergedBytes < Self.maximumStored else {
      throw .full("\(Self.maximumStored) bytes of stored exposures could not be merged")
    }
    try store.append(batch(of: exposures))
    mergeLater()
  }

  private func batch(of exposures: [Exposure]) -> ExposureBatch {
    var showings: [ExposureBatch.Showing] = []
    var places: [ExposureBatch.Showing: Int] = [:]
    var bytes: [UInt8] = []
    for exposure in exposures {
      let showing = ExposureBatch.Showing(
        route: exposure.route.name, version: exposure.version,
        choices: [Combination.Choice(experiment: exposure.experiment, variant: exposure.variant)])
      let place = places[showing] ?? showings.count
      if place == showings.count {
        places[showing] = place
        showings.append(showing)
      }
      ExposureBatch.pack(
        stored(Array(exposure.unit.utf8)[...]), showing: place, at: exposure.at, into: &bytes)
    }
    return ExposureBatch(showings: showings, bytes: bytes)
  }

  /// Stores all waiting exposures. After it returns, all earlier exposures are stored or dropped.
  package func flush() {
    queue.sync { storeWaiting() }
  }

  /// Merges stored batches, such as those of an earlier process. Call it when the store becomes available.
  package func mergeStored() {
    queue.async { [self] in mergeLater() }
  }

  private func storeWaiting() {
    var taken = state.withLock { state in
      let taken = state.waiting
      state.waiting = state.spare ?? Notes()
      state.spare = nil
      state.isEarly = false
      return taken
    }
    if taken.count > 0 { store(taken) }
    taken.removeAll()
    let emptied = taken
    state.withLock { $0.spare = emptied }
  }

  private func store(_ notes: Notes) {
    var reason = "more came than could be stored"
    do throws(StoreError) {
      guard store.unmergedBytes < Self.maximumStored else {
        throw .full("\(Self.maximumStored) bytes of stored exposures could not be merged")
      }
      try store.append(batch(of: notes))
    } catch {
      dropped.add(notes.count, ordering: .relaxed)
      reason = error.message
      filter.removeAll()
    }
    reportDropped(reason)
    while store.unmergedBytes > Self.maximumUnmerged, merge() {}
    mergeLater()
  }

  /// Merges some stored batches. After an error they stay stored, and a timer retries: the shared database may be
  /// unavailable for hours, and perhaps no new batch arrives that would start the next merge.
  /// - Returns: whether there are more batches to merge.
  private func merge() -> Bool {
    do throws(StoreError) {
      let outcome = try store.merge()
      if outcome.damaged > 0 {
        reportLost(outcome.damaged, "a stored batch cannot be read; it is kept in the table damaged_batch")
      }
      return outcome.hasMore
    } catch {
      mergeLater(after: Self.retryPause)
      return false
    }
  }

  private func batch(of notes: Notes) -> ExposureBatch {
    let batch = ExposureBatch(showings: notes.showings.map { Self.showing(of: $0) }, bytes: notes.bytes)
    guard salt != nil else { return batch }
    var bytes: [UInt8] = []
    for element in batch.elements ?? [] {
      ExposureBatch.pack(
        stored(batch.bytes[element.unit]), showing: element.showing, at: element.at, into: &bytes)
    }
    return ExposureBatch(showings: batch.showings, bytes: bytes)
  }

  /// A showing with the variants of the exposed experiments.
  private static func showing(of showing: Showing) -> ExposureBatch.Showing {
    let screen = showing.screen.screen
    let combination = showing.assigned.combination
    let choices =
      screen.combinations.indices.contains(combination) ? screen.combinations[combination].choices : []
    let counted = screen.definition.experiments.enumerated().compactMap { number, experiment in
      showing.assigned.exposes(number) ? choices.first { $0.experiment == experiment.key } : nil
    }
    return ExposureBatch.Showing(route: screen.route.name, version: screen.version, choices: counted)
  }

  /// Merges stored batches step by step while the server is idle. Call it on the queue.
  private func mergeLater(after pause: Int = ExposureRecorder.pause) {
    guard !isMerging.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [self] in
      isMerging.store(false, ordering: .relaxed)
      ThreadPriority.lower()
      let isQuiet = state.withLock { $0.waiting.count < Self.quietWaiting }
      // When the server is not idle, storing the next batch calls this function again.
      guard isQuiet, merge() else { return }
      mergeLater(after: 1)
    }
  }

  private func reportDropped(_ reason: String) {
    let count = dropped.load(ordering: .relaxed)
    let before = reported.exchange(count, ordering: .relaxed)
    if count > before { reportLost(count - before, reason) }
  }

  /// Reports lost exposures. A timer does it: work that a low-priority thread enqueues may run on a new thread, which
  /// would inherit the low priority.
  private func reportLost(_ count: Int, _ reason: String) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { [report] in report(count, reason)
    }
  }

  /// The bytes to store for a unit: its text, or with a salt its keyed hash.
  private func stored(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    guard let salt else { return Array(unit) }
    return Array(SHA256Digest.authenticationCode(of: Array(unit), key: salt).hexadecimal.utf8)
  }

  private var now: Int64 { Int64(exactly: (clock() * 1000).rounded(.down)) ?? 0 }
}
