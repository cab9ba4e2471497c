package import Screens
internal import Synchronization

/// The store of one of several nodes: changes go to the store that all nodes share, reads come from this node's copy.
///
/// The copy has the newest version of each screen, all documents, drafts and tokens, and whatever the node has seen
/// since. Older versions and audit entries are read from the shared store, and while it is not available, from the copy.
package final class NodeStore: SharedStore {
  private let primary: any PrimaryStore
  private let copy: any StoreCopy
  /// What the copy is a copy of. Only the publisher's writer changes it.
  private let current: Mutex<StorePosition?>
  /// Whether the shared store can be used, and the counters.
  package let status: NodeStatus

  /// - Throws: ``StoreError`` if the copy cannot be read.
  package init(primary: any PrimaryStore, copy: any StoreCopy) throws(StoreError) {
    self.primary = primary
    self.copy = copy
    let position = try copy.position()
    current = Mutex(position)
    status = NodeStatus()
  }

  /// Nil until there is a copy.
  package var position: StorePosition? { current.withLock { $0 } }

  // MARK: Following

  /// Begins to follow the shared store. See ``PrimaryStore/follow(_:)``.
  package func follow(_ report: @escaping @Sendable (PrimaryEvent) -> Void) { primary.follow(report) }

  /// Ends all use of the shared store.
  package func close() { primary.close() }

  package func catchUp() throws(StoreError) -> StoreNews? {
    guard let news = try primary.changes(since: position) else { return nil }
    try copy.apply(news)
    current.withLock { $0 = news.position }
    status.didCatchUp()
    guard news.isComplete else {
      return StoreNews(revision: news.position.revision, content: .changes(news.changes))
    }
    if news.hasOtherHistory { status.didReload() }
    return StoreNews(revision: news.position.revision, content: .everything(try copy.load()))
  }

  package func lock() throws(StoreError) {
    try requireAvailable()
    status.didConflict()
    try primary.lock()
  }

  package func unlock() { primary.unlock() }

  // MARK: Writing

  @discardableResult
  package func save(_ changes: StoreChanges) throws(StoreError) -> Int {
    try requireAvailable()
    guard let position else { throw .outdated }
    guard !changes.isEmpty else { return position.revision }
    // The copy is behind if it could not be written after the last commit.
    if let base = changes.baseRevision, base != position.revision { throw .outdated }
    let commit = try primary.commit(changes)
    // The change is durable whatever becomes of the copy. One that cannot be written now is repaired by the next
    // catchUp, which reads this change, too.
    if commit.position.revision == position.revision + 1 {
      do throws(StoreError) {
        try copy.apply(news(of: changes, commit))
        current.withLock { $0 = commit.position }
      } catch {
        status.didFailCopy(error.message)
      }
    }
    return commit.position.revision
  }

  private func news(of changes: StoreChanges, _ commit: Commit) -> PrimaryNews {
    var stored = changes
    if let first = commit.firstAuditID {
      stored.audit = changes.audit.enumerated().map { index, entry in entry.with(id: first + index) }
    }
    var pruned: [Route: Int] = [:]
    if let count = changes.keptVersions {
      for version in changes.versions { pruned[version.route] = version.number - max(1, count) }
    }
    return PrimaryNews(position: commit.position, changes: stored, pruned: pruned, isComplete: false)
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

  private func requireReachable() throws(StoreError) {
    if let reason = status.reasonOfLoss { throw .unavailable(reason) }
  }
}
