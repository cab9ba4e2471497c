import Dispatch
package import Screens
import Synchronization

/// Stores reports of apps. Requests that come while one transaction runs share the next one: a transaction waits for the
/// disk, whatever its size.
package final class ReportRecorder: Sendable {
  /// The limit of reports that wait.
  private static let maximumWaiting = 100_000

  /// The reports of one request.
  private final class Batch: Sendable {
    let reports: [FirstReport]
    private let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Result<Void, StoreError>?>(nil)

    init(_ reports: [FirstReport]) { self.reports = reports }

    func finish(_ outcome: Result<Void, StoreError>) {
      self.outcome.withLock { $0 = outcome }
      done.signal()
    }

    /// Lets the request of this batch store what waits.
    func lead() { done.signal() }

    /// - Returns: nil if the request of this batch is to store what waits.
    func wait() -> Result<Void, StoreError>? {
      done.wait()
      return outcome.withLock { $0 }
    }
  }

  private struct State {
    var waiting: [Batch] = []
    var count = 0
    var isStoring = false
  }

  /// Whether the key of tokens is read from the store.
  private struct KeyReading {
    /// How long the key is not read after a failure.
    private static let pause = Duration.seconds(10)

    var isRunning = false
    var lastFailure: ContinuousClock.Instant?

    var isAllowed: Bool {
      !isRunning && lastFailure.map { .now - $0 >= Self.pause } ?? true
    }
  }

  package let store: any ReportStore
  let limits = NetworkAllowance(burst: 240_000, perSecond: 20_000)
  /// What the server sees itself.
  let seen = SeenEventRecorder()
  private let state = Mutex(State())
  private let stored = Atomic<Int>(0)
  private let tokens = OnceReference<ExperimentToken.Key>()
  private let keyReading = Mutex(KeyReading())

  package init(store: any ReportStore) { self.store = store }

  /// The number of reported events that were stored since the start.
  var storedCount: Int { stored.load(ordering: .relaxed) }

  /// The key of the tokens of experiments; nil until ``readTokenKey()`` has read it.
  var experimentTokens: ExperimentToken.Key? { tokens.load() }

  /// Whether the key is missing, and may be read now: nothing reads it, and the store has not just failed.
  var needsTokenKey: Bool { experimentTokens == nil && keyReading.withLock { $0.isAllowed } }

  /// Reads the key of the tokens of experiments from the store, if that is needed. One caller at a time waits for the store;
  /// others go on without the key.
  func readTokenKey() {
    guard experimentTokens == nil else { return }
    let begins = keyReading.withLock { reading in
      guard reading.isAllowed else { return false }
      reading.isRunning = true
      return true
    }
    guard begins else { return }
    let secret = try? store.secret()
    let isRead = secret?.count == ExperimentToken.Key.secretBytes
    if let secret, isRead { _ = tokens.storeIfNil(ExperimentToken.Key(secret)) }
    keyReading.withLock { $0 = KeyReading(lastFailure: isRead ? nil : .now) }
  }

  /// Stores reports. They are durable when this returns.
  func record(_ reports: [FirstReport]) throws(StoreError) {
    guard !reports.isEmpty else { return }
    let batch = Batch(reports)
    let leads = state.withLock { state -> Bool? in
      guard state.count < Self.maximumWaiting else { return nil }
      state.waiting.append(batch)
      state.count += reports.count
      defer { state.isStoring = true }
      return !state.isStoring
    }
    guard let leads else { throw .unavailable("\(Self.maximumWaiting) reports wait to be stored") }
    if !leads, let outcome = batch.wait() { return try outcome.get() }
    try storeWaiting(for: batch)
  }

  /// Stores everything that waits, also for other requests, and lets the first of those that came meanwhile go on.
  private func storeWaiting(for own: Batch) throws(StoreError) {
    let taken = state.withLock { state in
      let taken = state.waiting
      state.waiting = []
      state.count = 0
      return taken
    }
    let outcome: Result<Void, StoreError>
    do throws(StoreError) {
      try store.add(taken.flatMap(\.reports))
      stored.add(taken.reduce(0) { $0 + $1.reports.count }, ordering: .relaxed)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    for batch in taken where batch !== own { batch.finish(outcome) }
    let next = state.withLock { state in
      state.isStoring = !state.waiting.isEmpty
      return state.waiting.first
    }
    next?.lead()
    try outcome.get()
  }
}

/// The reports of a server that keeps none.
struct EmptyReportStore: ReportStore {
  func secret() throws(StoreError) -> [UInt8] { [] }
  func add(_ reports: [FirstReport]) throws(StoreError) {}
  func counts(ofRollout id: String, settledThrough slot: Int) throws(StoreError) -> [ReportCount] { [] }
  func releaseCounts(ofRollout id: String) throws(StoreError) -> [ReleaseCount] { [] }
  func mergeCounts(ofRollout id: String, through slot: Int) throws(StoreError) {}
  func rollouts() throws(StoreError) -> [ReportedRollout] { [] }
  func deleteUnits(ofRollout id: String) throws(StoreError) -> Bool { false }
  func deleteReports(ofRollouts ids: [String]) throws(StoreError) {}
}
