import Synchronization

/// The transaction engine: stores changes one after another, and makes them visible.
///
/// It validates nothing itself. A service for each noun does, in ``writing(dryRun:_:)``; an extension beside the service
/// makes it a member, as in `publisher.drafts`.
///
/// Writers take a lock, so they run one at a time. A change is durable in the store before readers see it, and readers
/// see it before the observers are notified. Readers work on a snapshot, or on the store's own reads: they never wait for
/// a writer.
package final class Publisher: Sendable {
  let store: any ScreenStore
  /// Notified in this order.
  let observers: [any PublicationObserver]
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Double
  private let coarseClock: CoarseClock

  /// The time, in seconds since 1970 UTC.
  package var now: Double { clock() }
  /// The time of ``CoarseClock``, in seconds since 1970 UTC.
  package var coarseSecond: Int { coarseClock.second() }
  /// The gate for definitions that do not set one.
  let gate: Definition.Gate?
  /// The number of versions to keep of each screen; nil for all.
  let keepVersions: Int?
  /// The access tokens, except the server's own.
  package let tokens: AccessTokens
  let damageReporter: DamageReporter
  let draftRevisions: DraftRevisions
  /// The change set that this publisher is a view of; nil for any other one.
  package let origin: Origin?
  /// The traces of the last changes.
  let traces = ChangeTraces()

  /// Held by a writer from its first read until the observers have returned.
  private let writer = Mutex<Void>(())
  /// Held by a writer while it shows a stored change to readers and to the observers. Others take it to get a state and
  /// an observer of the same change, and never wait for the store.
  private let showing = Mutex<Void>(())
  /// The revision of the stored state that a writer begins from. Only writers use it.
  private let storedRevision: Atomic<Int>
  /// The revision that readers see.
  private let visibleRevision: Atomic<Int>
  /// The requests that wait for a revision.
  private let waiters = RevisionWaiters()
  /// The snapshot that readers copy. Locked only for the copy and for its replacement.
  private let current: Mutex<PublishedState>

  /// A change set and the server that stores it.
  package struct Origin: Sendable {
    package let server: Publisher
    /// The name of the set.
    package let changeSet: String
  }

  /// Loads the store's contents and notifies the observers of them.
  /// - Parameters:
  ///   - coarseClock: the same time, cheaper to read; nil to read `clock`.
  ///   - problems: receives the stored documents that are invalid; they are left out.
  /// - Throws: ``StoreError``.
  package init(
    store: any ScreenStore, observers: [any PublicationObserver], clock: @escaping @Sendable () -> Double,
    coarseClock: CoarseClock? = nil, gate: Definition.Gate? = nil, keepVersions: Int? = nil,
    problems: inout [FileProblem]
  ) throws(StoreError) {
    let contents = try store.load()
    let damageReporter = DamageReporter(observers)
    let state = PublishedState(contents, reporter: damageReporter, problems: &problems)
    self.store = store
    self.observers = observers
    self.clock = clock
    self.coarseClock = coarseClock ?? CoarseClock(clock)
    self.gate = gate
    self.keepVersions = keepVersions
    origin = nil
    self.damageReporter = damageReporter
    draftRevisions = DraftRevisions(after: contents.newestAuditEntry)
    tokens = AccessTokens()
    for token in contents.tokens { tokens.add(token) }
    for observer in observers {
      observer.didChangeRollouts(state.rollouts.open, endsOthers: false)
      observer.didChange(state.everything)
      observer.didSchedule(next: state.nextDue)
    }
    current = Mutex(state)
    storedRevision = Atomic(contents.revision)
    visibleRevision = Atomic(contents.revision)
  }

  /// Creates a publisher that starts with the state of another one and keeps its own changes in memory. It shares the
  /// tokens of the other publisher, but not its drafts.
  /// - Parameters:
  ///   - budget: the memory that all such publishers may use together.
  ///   - makeObserver: called while `base` shows no change, so the observer can start with the same state.
  package convenience init(
    forking base: Publisher, budget: OverlayBudget, makeObserver: () -> any PublicationObserver
  ) {
    let (state, observer) = base.betweenChanges { state, _ in (state, makeObserver()) }
    let store = OverlayStore(base: base.store, state: state, budget: budget, createdAt: base.clock())
    self.init(
      of: base, state, store, observer, base.damageReporter, keepVersions: base.keepVersions, revision: 0)
  }

  /// Creates a publisher over the state of another one, with a store of its own.
  init(
    of base: Publisher, _ baseState: PublishedState, _ store: OverlayStore,
    _ observer: any PublicationObserver, _ damageReporter: DamageReporter, keepVersions: Int?, revision: Int,
    origin: Origin? = nil
  ) {
    var state = baseState
    state.schedules = [:]
    state.changeSets = [:]
    self.store = store
    observers = [observer]
    clock = base.clock
    coarseClock = base.coarseClock
    gate = base.gate
    self.keepVersions = keepVersions
    tokens = base.tokens
    self.origin = origin
    self.damageReporter = damageReporter
    draftRevisions = base.draftRevisions
    current = Mutex(state)
    storedRevision = Atomic(revision)
    visibleRevision = Atomic(revision)
  }

  // MARK: The snapshot

  /// The state that readers see.
  var state: PublishedState { current.withLock { $0 } }

  /// Calls a function with the state and the revision that readers see, while no change is being shown.
  func betweenChanges<T: Sendable>(_ body: (PublishedState, _ revision: Int) -> T) -> T {
    showing.withLock { _ in body(state, revision) }
  }

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
  ///
  /// If another node has changed the store meanwhile, the writer runs again, on the new state and while no other node
  /// writes.
  /// - Parameter dryRun: whether it stores nothing. A dry run reads the state that readers see, and no writer waits for it.
  func writing<T: Sendable>(
    dryRun: Bool = false, _ body: (inout PublishedState) throws(ScreensError) -> T
  ) throws(ScreensError) -> T {
    if dryRun {
      var state = self.state
      defer { keepIndex(of: state) }
      return try body(&state)
    }
    return try writer.withLock { (_) throws(ScreensError) -> T in
      var attempts = (store as? any SharedStore).map { WriteAttempts(of: self, on: $0) }
      var outcome: Result<T, ScreensError>
      repeat {
        try attempts?.begin()
        outcome = run(body)
      } while try attempts?.finish(outcome.failure) ?? false
      return try outcome.get()
    }
  }

  private func run<T: Sendable>(
    _ body: (inout PublishedState) throws(ScreensError) -> T
  ) -> Result<T, ScreensError> {
    var state = self.state
    defer {
      keepIndex(of: state)
      showRevision()
    }
    return Result { () throws(ScreensError) -> T in try body(&state) }
  }

  /// Runs a function while no writer runs, on a state that may change.
  func withoutWriters<T: Sendable>(_ body: () throws(ScreensError) -> T) throws(ScreensError) -> T {
    try writer.withLock { (_) throws(ScreensError) -> T in try body() }
  }

  // MARK: Revisions

  /// The number of the last change that readers see.
  package var revision: Int { visibleRevision.load(ordering: .acquiring) }

  /// Calls `body` once readers see a revision, at once if they do already.
  /// - Returns: a token for ``stopWaiting(_:)``; nil if too many wait already.
  package func whenVisible(
    _ revision: Int, _ body: @escaping @Sendable () -> Void
  ) -> RevisionWaiters.Token? {
    guard let token = waiters.add(revision, body) else { return nil }
    waiters.notify(reached: self.revision)
    return token
  }

  /// Ends a wait.
  /// - Returns: false if the revision was reached before.
  package func stopWaiting(_ token: RevisionWaiters.Token) -> Bool { waiters.remove(token) }

  /// The revision of the state that a writer begins from. For writers only.
  var currentRevision: Int { storedRevision.load(ordering: .relaxed) }

  /// Sets the revision of a state that came from other nodes. Called by writers only.
  func setRevision(_ revision: Int) { storedRevision.store(revision, ordering: .relaxed) }

  /// Lets readers see the stored revision. Called by writers only.
  func showRevision() {
    let revision = storedRevision.load(ordering: .relaxed)
    guard visibleRevision.exchange(revision, ordering: .releasing) != revision else { return }
    waiters.notify(reached: revision)
  }

  /// Shows stored changes to readers, then notifies the observers. Called by writers only.
  func makeVisible(_ state: PublishedState, notify: (any PublicationObserver) -> Void = { _ in }) {
    showing.withLock { _ in
      let old = current.withLock { current in
        let old = current
        current = state
        return old
      }
      let next = old.nextDue == state.nextDue ? nil : Optional(state.nextDue)
      let changesRollouts = !old.rollouts.isSameForServing(as: state.rollouts)
      for observer in observers {
        if let next { observer.didSchedule(next: next) }
        // A version with a guard is never shown to all units, not even for a moment.
        if changesRollouts { observer.didChangeRollouts(state.rollouts.open, endsOthers: false) }
        notify(observer)
        if changesRollouts { observer.didChangeRollouts(state.rollouts.open, endsOthers: true) }
      }
    }
  }

  // MARK: Storing

  func stored<T>(_ body: (any ScreenStore) throws(StoreError) -> T) throws(ScreensError) -> T {
    do {
      return try body(store)
    } catch {
      throw .store(error)
    }
  }

  /// Stores changes together with their audit entry. Called by writers only.
  func save(
    _ action: AuditEntry.Action, _ subject: String, by author: Author, version: Int? = nil,
    _ fill: (inout StoreChanges) -> Void
  ) throws(ScreensError) {
    let entry = entry(action, subject, by: author, version: version)
    var changes = StoreChanges()
    fill(&changes)
    changes.audit.append(entry)
    changes.keptVersions = keepVersions
    try save(changes, by: author)
  }

  /// Stores changes if the store is in the state that this writer began from. Called by writers only.
  func save(_ changes: StoreChanges, by author: Author) throws(ScreensError) {
    var changes = changes
    changes.baseRevision = storedRevision.load(ordering: .relaxed)
    changes.request = author.request?.identity ?? changes.request
    let final = changes
    let revision = try stored { (store) throws(StoreError) in try store.save(final) }
    storedRevision.store(revision, ordering: .relaxed)
    author.request?.didStore(revision)
    if let trace = author.trace { for entry in changes.audit { traces.keep(trace, of: entry) } }
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
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
