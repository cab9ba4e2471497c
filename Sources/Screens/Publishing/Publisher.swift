import JSONText
import Synchronization

/// Validates changes, stores them, and makes them visible.
///
/// Writers take a lock, so they run one at a time. A change is durable in the store before readers see it, and readers
/// see it before the observer is notified. Readers work on a snapshot, or on the store's own reads: they never wait for
/// a writer.
package final class Publisher: Sendable {
  /// The largest definition that an edit may produce, in bytes. The size of one request is limited by its body, but
  /// edits add up.
  package static let maximumDefinitionBytes = 4 << 20

  let store: any ScreenStore
  let observer: any PublicationObserver
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Double

  /// The time, in seconds since 1970 UTC.
  package var now: Double { clock() }
  /// The gate for definitions that do not set one.
  let gate: Definition.Gate?
  /// The number of versions to keep of each screen; nil for all.
  let keepVersions: Int?
  /// The access tokens, beside the server's own.
  package let tokens: AccessTokens
  let damageReporter: DamageReporter
  let draftRevisions: DraftRevisions

  /// Held by a writer from its first read until the observer has returned.
  private let writer = Mutex<Void>(())
  /// The snapshot that readers copy. Locked only for the copy and for its replacement.
  private let current: Mutex<PublishedState>

  /// Loads the store's contents and notifies the observer of them.
  /// - Parameter problems: receives the stored view types and formats that are invalid; they are left out.
  /// - Throws: ``StoreError``.
  package init(
    store: any ScreenStore, observer: any PublicationObserver, clock: @escaping @Sendable () -> Double,
    gate: Definition.Gate? = nil, keepVersions: Int? = nil, problems: inout [FileProblem]
  ) throws(StoreError) {
    let contents = try store.load()
    let damageReporter = DamageReporter(observer: observer)
    let state = try PublishedState(contents, reporter: damageReporter, problems: &problems)
    self.store = store
    self.observer = observer
    self.clock = clock
    self.gate = gate
    self.keepVersions = keepVersions
    self.damageReporter = damageReporter
    draftRevisions = DraftRevisions(after: contents.newestAuditEntry)
    tokens = AccessTokens()
    for token in contents.tokens { tokens.add(token) }
    observer.didChange(state.catalogue, screens: state.screens)
    for case (let route, .deleted(let version)) in state.entries.pairs {
      observer.didDelete(route, version: version)
    }
    observer.didSchedule(next: state.schedules.values.min())
    current = Mutex(state)
  }

  /// Creates a publisher that starts with the state of another one and keeps its own changes in memory. It shares the
  /// tokens of the other publisher, but not its drafts.
  /// - Parameters:
  ///   - budget: the memory that all such publishers may use together.
  ///   - makeObserver: called while no writer of `base` runs, so the observer can start with the same state.
  package init(
    forking base: Publisher, budget: OverlayBudget, makeObserver: () -> any PublicationObserver
  ) {
    var (state, observer) = base.writer.withLock { _ in (base.state, makeObserver()) }
    store = OverlayStore(base: base.store, state: state, budget: budget, createdAt: base.clock())
    self.observer = observer
    clock = base.clock
    gate = base.gate
    keepVersions = base.keepVersions
    tokens = base.tokens
    damageReporter = base.damageReporter
    draftRevisions = base.draftRevisions
    state.schedules = [:]
    current = Mutex(state)
  }

  // MARK: The snapshot

  /// The state that readers see.
  var state: PublishedState { current.withLock { $0 } }

  /// The state that readers see, with the index of experiments.
  ///
  /// Building the index parses every screen, so it is kept for the next reader.
  func indexedState() -> PublishedState {
    var state = self.state
    state.indexExperiments()
    keepIndex(of: state)
    return state
  }

  private func keepIndex(of state: PublishedState) {
    current.withLock { $0.takeIndex(from: state) }
  }

  /// Runs a writer. Its changes of the state are lost unless it calls ``makeVisible(_:notify:)``.
  func writing<T: Sendable>(
    _ body: (inout PublishedState) throws(ScreensError) -> T
  ) throws(ScreensError) -> T {
    try writer.withLock { (_) throws(ScreensError) -> T in
      var state = self.state
      defer { keepIndex(of: state) }
      return try body(&state)
    }
  }

  /// Shows stored changes to readers, then notifies the observer. Called by writers only.
  func makeVisible(_ state: PublishedState, notify: (any PublicationObserver) -> Void = { _ in }) {
    let old = current.withLock { current in
      let old = current
      current = state
      return old
    }
    if old.schedules != state.schedules { observer.didSchedule(next: state.schedules.values.min()) }
    notify(observer)
  }

  // MARK: Storing

  func stored<T>(_ body: (any ScreenStore) throws(StoreError) -> T) throws(ScreensError) -> T {
    do {
      return try body(store)
    } catch {
      throw .store(error)
    }
  }

  /// Stores changes together with their audit entry.
  func save(_ entry: AuditEntry, _ fill: (inout StoreChanges) -> Void) throws(ScreensError) {
    var changes = StoreChanges()
    fill(&changes)
    changes.audit.append(entry)
    changes.keptVersions = keepVersions
    try stored { (store) throws(StoreError) in try store.save(changes) }
  }

  func entry(
    _ action: AuditEntry.Action, _ subject: String, by author: Author, version: Int? = nil
  ) -> AuditEntry {
    AuditEntry(
      at: clock(), by: author.name, action: action, subject: subject, version: version,
      message: author.message)
  }

  func record(_ author: Author, _ path: PublicationRecord.Path) -> PublicationRecord {
    PublicationRecord(publishedAt: clock(), by: author.name, via: path, message: author.message)
  }

  static func document(of json: JSONValue) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(json.serialized())
  }
}
