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
  private let state: Mutex<NodeState>

  /// - Throws: ``StoreError`` if the copy cannot be read.
  package init(primary: any PrimaryStore, copy: any StoreCopy) throws(StoreError) {
    self.primary = primary
    self.copy = copy
    state = Mutex(NodeState(position: try copy.position(), age: copy.secondsSinceCurrent, at: .now))
  }

  /// Reads or changes what the node knows.
  package func withState<Value: Sendable, Failure: Error>(
    _ body: (inout NodeState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { (state) throws(Failure) in try body(&state) }
  }

  /// Whether the shared store can be used, and the counters.
  package var status: NodeStatus { withState { $0.status } }

  /// Notes that the copy has everything that the shared store has.
  func markCurrent() {
    do throws(StoreError) {
      try copy.markCurrent()
      withState { $0.status.didWriteCopy() }
    } catch {
      withState { $0.status.didFailCopy(error.message) }
    }
  }

  /// Nil until there is a copy.
  package var position: StorePosition? { withState { $0.position } }

  package var revision: Int? { position?.revision }

  package var isContended: Bool { status.isContended(at: .now) }

  // MARK: Following

  /// Begins to follow the shared store. See ``PrimaryStore/follow(_:)``.
  package func follow(_ report: @escaping @Sendable (PrimaryEvent) -> Void) {
    primary.follow(createsTables: { self.position == nil }, report)
  }

  /// Asks the shared store for its position now.
  package func checkNow() { primary.checkNow() }

  /// Exchanges short-lived messages with the other nodes.
  package func exchange(_ messages: NodeMessages) { primary.exchange(messages) }

  /// Ends all use of the shared store.
  package func close() { primary.close() }

  package func catchUp() throws(StoreError) -> StoreUpdate? {
    guard let update = try primary.changes(since: position) else { return nil }
    try copy.apply(update)
    guard withState({ $0.didCopy(update) }) else {
      return StoreUpdate(revision: update.position.revision, content: .changes(update.changes))
    }
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
    try requireWritable()
    try writing { () throws(StoreError) in try primary.lock() }
  }

  package func unlock() { primary.unlock() }

  package func confirm() throws(StoreError) {
    try primary.confirm(try withState { (state) throws(StoreError) in try state.admit(base: nil) })
  }

  // MARK: Writing

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    let base = changes.isEmpty ? nil : changes.baseRevision
    let position = try withState { (state) throws(StoreError) in try state.admit(base: base) }
    guard !changes.isEmpty else { return position.revision }
    let commit = try writing { () throws(StoreError) in
      try primary.commit(changes, after: base == nil ? nil : position)
    }
    // The change is durable, even if the copy cannot be written now. The next `catchUp` then reads the change from the
    // shared store.
    if let new = withState({ $0.didCommit(commit, after: position) }) {
      do throws(StoreError) {
        try copy.apply(update(of: changes, commit, at: new))
        withState { $0.didCopyCommit(at: new) }
      } catch {
        withState { $0.status.didFailCopy(error.message) }
      }
    }
    return commit.revision
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
      withState { $0.didFailWrite(error, at: .now) }
      throw error
    }
  }

  private func requireWritable() throws(StoreError) {
    try withState { (state) throws(StoreError) in try state.requireWritable() }
  }

  package func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    try requireWritable()
    return try primary.repeatableRequest(id)
  }

  package func keep(
    _ response: KeptResponse, to request: RequestIdentity, at time: Double
  ) throws(StoreError) {
    try requireWritable()
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
    try withState { (state) throws(StoreError) in try state.requireReachable() }
  }
}
