package import Screens
internal import Synchronization

/// The store of one of several nodes: changes go to the store that all nodes share, reads come from this node's copy.
///
/// The copy has the newest version of each screen, all documents, drafts and tokens, and whatever the node has seen
/// since. Older versions and audit entries are read from the shared store, and from the copy while the store is
/// unavailable.
package final class NodeStore: SharedStore {
  private let primary: any PrimaryStore
  private let copy: any StoreCopy
  /// The position of the shared store that the copy has reached. Only the publisher's writer changes it.
  private let current: Mutex<StorePosition?>
  /// Whether the shared store can be used, and the counters.
  package let status: NodeStatus
  /// The number of changes that this node has committed.
  private let commits = Atomic<Int>(0)

  /// - Throws: ``StoreError`` if the copy cannot be read.
  package init(primary: any PrimaryStore, copy: any StoreCopy) throws(StoreError) {
    self.primary = primary
    self.copy = copy
    let position = try copy.position()
    current = Mutex(position)
    status = NodeStatus(staleness: position == nil ? 0 : copy.secondsSinceCurrent ?? 0)
  }

  /// Notes that the copy has everything that the shared store has.
  func markCurrent() {
    do throws(StoreError) {
      try copy.markCurrent()
      status.didWriteCopy()
    } catch {
      status.didFailCopy(error.message)
    }
  }

  var commitCount: Int { commits.load(ordering: .acquiring) }

  /// Nil until there is a copy.
  package var position: StorePosition? { current.withLock { $0 } }

  package var revision: Int? { position?.revision }

  package var isContended: Bool { status.isContended }

  // MARK: Following

  /// Begins to follow the shared store. See ``PrimaryStore/follow(_:)``.
  package func follow(_ report: @escaping @Sendable (PrimaryEvent) -> Void) {
    primary.follow(createsTables: { self.position == nil }, report)
  }

  /// Asks the shared store for its position now.
  package func checkNow() { primary.checkNow() }

  /// Ends all use of the shared store.
  package func close() { primary.close() }

  package func catchUp() throws(StoreError) -> StoreUpdate? {
    guard let update = try primary.changes(since: position) else { return nil }
    try copy.apply(update)
    current.withLock { $0 = update.position }
    status.didCatchUp()
    if let damage = update.damage.first { status.didFindDamage(damage, count: update.damage.count) }
    guard update.isComplete else {
      return StoreUpdate(revision: update.position.revision, content: .changes(update.changes))
    }
    status.didLoadCompletely(hasOtherHistory: update.hasOtherHistory)
    return StoreUpdate(revision: update.position.revision, content: .everything(try copy.load()))
  }

  /// The number of older versions to copy at a time.
  private static let versionsPerStep = 200

  /// Copies some of the older versions, so that they can be read while the shared store is not available.
  /// - Returns: whether there are more.
  package func copyHistory() throws(StoreError) -> Bool {
    guard position != nil, case .upTo(let cursor) = try copy.history() else { return false }
    let loads = status.completeLoadCount
    let versions = try primary.versions(after: cursor, limit: Self.versionsPerStep)
    // The content was replaced meanwhile: these versions may be of another history.
    guard status.completeLoadCount == loads else { return true }
    let isLast = versions.count < Self.versionsPerStep
    try copy.add(
      versions, history: isLast ? .complete : .upTo(versions.last.map { VersionCursor($0) }))
    return !isLast
  }

  package func lock() throws(StoreError) {
    try requireAvailable()
    try writing { () throws(StoreError) in try primary.lock() }
  }

  package func unlock() { primary.unlock() }

  package func confirm() throws(StoreError) {
    try requireAvailable()
    guard let position else { throw .outdated }
    try primary.confirm(position)
  }

  // MARK: Writing

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    try requireAvailable()
    guard let position else { throw .outdated }
    guard !changes.isEmpty else { return position.revision }
    // The copy is behind if it could not be written after the last commit.
    if let base = changes.baseRevision, base != position.revision { throw .outdated }
    let commit = try writing { () throws(StoreError) in try primary.commit(changes) }
    status.didWrite()
    // The change is durable, even if the copy cannot be written now. The next `catchUp` then reads the change from the
    // shared store.
    let new = StorePosition(store: position.store, revision: commit.revision, change: commit.change)
    if new.revision == position.revision + 1 {
      do throws(StoreError) {
        try copy.apply(update(of: changes, commit, at: new))
        current.withLock { $0 = new }
        commits.add(1, ordering: .releasing)
      } catch {
        status.didFailCopy(error.message)
      }
    }
    return new.revision
  }

  private func update(
    of changes: StoreChanges, _ commit: Commit, at position: StorePosition
  ) -> PrimaryUpdate {
    var stored = changes
    if let first = commit.firstAuditID {
      stored.audit = changes.audit.enumerated().map { index, entry in entry.with(id: first + index) }
    }
    var pruned: [Route: Int] = [:]
    if let count = changes.keptVersions {
      for version in changes.versions { pruned[version.route] = version.number - max(1, count) }
    }
    return PrimaryUpdate(position: position, changes: stored, pruned: pruned, isComplete: false)
  }

  /// Runs a step of a write, and notes why it fails.
  private func writing<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      switch error {
      case .outdated: status.didConflict()
      case .full, .unavailable, .damaged, .readOnly, .locked: status.didFailWrite(error.message)
      // The outcome is the request's own, or becomes known after the store was reached again.
      case .conflict, .repeatedRequest, .refused, .outcomeUnknown, .newer: break
      }
      throw error
    }
  }

  private func requireAvailable() throws(StoreError) {
    if let reason = status.reasonForRefusal { throw .unavailable(reason) }
  }

  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    try requireAvailable()
    return try primary.repeatableRequest(id)
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    try requireAvailable()
    try primary.keep(response, to: request, at: time)
  }

  // MARK: Reading

  package func load() throws(StoreError) -> StoreContents { try copy.load() }

  package func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    // A version never changes, so the copy's is right.
    if let version = try copy.version(number, of: route) { return version }
    try requireReachable()
    return try primary.version(number, of: route)
  }

  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(StoreError) -> [VersionSummary] {
    if status.isReachable,
      let versions = try? primary.versions(of: route, before: before, limit: limit)
    {
      return versions
    }
    return try copy.versions(of: route, before: before, limit: limit)
  }

  package func draft(of route: Route) throws(StoreError) -> Draft? { try copy.draft(of: route) }

  package func drafts() throws(StoreError) -> [DraftSummary] { try copy.drafts() }

  package func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    if status.isReachable, let entries = try? primary.audit(before: before, limit: limit) { return entries }
    return try copy.audit(before: before, limit: limit)
  }

  package func newestKnownAuditEntry() throws(StoreError) -> AuditEntry? {
    try copy.newestKnownAuditEntry()
  }

  private func requireReachable() throws(StoreError) {
    if let reason = status.reasonOfLoss { throw .unavailable(reason) }
  }
}
