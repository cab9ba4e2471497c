import JSONText
import Synchronization

/// A store in memory on top of another one, which it does not change. It holds what the other store held when the
/// overlay was created, and its own changes.
///
/// It shows no drafts, tokens or audit entries of the other store.
final class OverlayStore: ScreenStore {
  /// Estimated bytes of a catalogue that differs from the one below.
  private static let catalogueBytes = 64 << 10
  /// Estimated bytes of each screen once the catalogue differs: the server builds a view of every screen.
  private static let screenBytes = 512
  /// The number of audit entries to keep.
  private static let maximumAudit = 200

  private struct Changes {
    /// By route, oldest first.
    var versions: [Route: [ScreenVersion]] = [:]
    /// View types, formats, previews, groups, releases, imports, drafts and tokens: the last change of each.
    var documents = StoreChanges()
    /// Oldest first.
    var audit: [AuditEntry] = []
    var auditCount = 0
    /// The number of changes of this overlay, or the last revision that `persist` returned.
    var revision = 0
    /// The estimated memory, in bytes.
    var bytes = 0
  }

  private let base: any ScreenStore
  /// What was published when the overlay was created.
  private let baseState: PublishedState
  private let budget: OverlayBudget
  /// When the overlay was created, in seconds since 1970 UTC.
  private let createdAt: Double
  private let changes: Mutex<Changes>
  /// Stores the overlay's changes elsewhere, and returns their revision; nil for an overlay that exists only in memory.
  private let persist: Persist?

  typealias Persist = @Sendable (StoreChanges) throws(StoreError) -> Int

  /// - Parameter changes: the changes that the overlay begins with. They are stored already.
  init(
    base: any ScreenStore, state: PublishedState, budget: OverlayBudget, createdAt: Double,
    changes initial: StoreChanges = StoreChanges(), persist: Persist? = nil
  ) {
    self.base = base
    self.baseState = state
    self.budget = budget
    self.createdAt = createdAt
    self.persist = persist
    var changes = Changes()
    changes.documents.merge(initial)
    for version in initial.versions { changes.versions[version.route] = [version] }
    self.changes = Mutex(changes)
  }

  deinit { budget.release(changes.withLock { $0.bytes }) }

  func load() throws(StoreError) -> StoreContents {
    let changes = self.changes.withLock { $0 }
    var contents = StoreContents(documents: baseState.documents, imports: baseState.imports)
    contents.documents.apply(changes.documents.documents)
    contents.imports.merge(changes.documents.imports) { _, new in new }
    contents.tokens = changes.documents.tokens.values.compactMap(\.self).sorted { $0.name < $1.name }
    contents.schedules = changes.documents.drafts.compactMapValues { $0?.dueAt }
    contents.newestAuditEntry = changes.audit.last
    contents.revision = changes.revision
    var newest: [Route: UnparsedVersion] = [:]
    for (route, entry) in baseState.entries.pairs {
      switch entry {
      case .published(let current): newest[route] = current.stored
      case .deleted(let version):
        newest[route] = UnparsedVersion(route: route, number: version, definition: nil)
      }
    }
    for (route, versions) in changes.versions { newest[route] = versions.last.map { UnparsedVersion($0) } }
    contents.screens = newest.values.sorted { $0.route < $1.route }
    return contents
  }

  @discardableResult
  func save(_ new: StoreChanges) throws(StoreError) -> Int {
    try changes.withLock { (changes) throws(StoreError) in
      for version in new.versions
      where version.number
        <= (changes.versions[version.route]?.last?.number ?? baseVersion(of: version.route))
      {
        throw .conflict
      }
      var next = changes
      if !new.documents.isEmpty, next.documents.documents.isEmpty {
        next.bytes += Self.catalogueBytes + baseState.screens.count * Self.screenBytes
      }
      next.bytes += Self.cost(of: new, over: next.documents)
      next.documents.merge(new)
      for version in new.versions {
        next.versions[version.route, default: []].append(version)
        next.bytes += Self.cost(of: version.definition)
      }
      if let count = new.keptVersions {
        for version in new.versions { Self.prune(&next, version, keeping: count) }
      }
      for entry in new.audit { Self.add(entry, to: &next) }
      try reserve(next.bytes - changes.bytes, total: next.bytes)
      if let persist {
        do throws(StoreError) {
          next.revision = try persist(new)
        } catch {
          budget.release(next.bytes - changes.bytes)
          throw error
        }
      } else {
        next.revision += 1
      }
      changes = next
      return next.revision
    }
  }

  /// Removes old versions of a route. Keeps the newest ones, and the version that its draft began from.
  private static func prune(_ changes: inout Changes, _ newest: ScreenVersion, keeping count: Int) {
    let base = changes.documents.drafts[newest.route].flatMap { $0?.baseVersion }
    let isKept = { (version: ScreenVersion) in
      version.number > newest.number - max(1, count) || version.number == base
    }
    let versions = changes.versions[newest.route] ?? []
    changes.bytes -= versions.filter { !isKept($0) }.reduce(0) { $0 + cost(of: $1.definition) }
    changes.versions[newest.route] = versions.filter(isKept)
  }

  private static func add(_ entry: AuditEntry, to changes: inout Changes) {
    changes.auditCount += 1
    changes.audit.append(
      AuditEntry(
        id: changes.auditCount, at: entry.at, by: entry.by, action: entry.action, subject: entry.subject,
        version: entry.version, message: entry.message))
    if changes.audit.count > maximumAudit { changes.audit.removeFirst() }
  }

  // MARK: Memory

  /// Reserves memory of the budget, or releases some for a negative number.
  private func reserve(_ bytes: Int, total: Int) throws(StoreError) {
    guard bytes > 0 else { return budget.release(-bytes) }
    guard total <= budget.maximumBytesPerOverlay else {
      throw .full(
        "a session stores at most \(budget.maximumBytesPerOverlay) bytes in memory, about seven times the JSON of what it "
          + "publishes"
      )
    }
    guard budget.reserve(bytes) else {
      throw .full("all sessions together store at most \(budget.maximumBytes) bytes")
    }
  }

  /// The estimated bytes of documents, less those of the documents that they replace.
  private static func cost(of new: StoreChanges, over old: StoreChanges) -> Int {
    var bytes = 0
    for kind in new.documents.kinds {
      let replaced = old.documents[kind]
      for (name, document) in new.documents[kind] {
        // The text of a picture is shared by all that hold it.
        guard kind != .asset else {
          bytes += document.map { JSONExtent(of: $0).bytes } ?? 0
          continue
        }
        bytes += cost(of: document) - (replaced[name].map { cost(of: $0) } ?? 0)
      }
    }
    for (route, draft) in new.drafts {
      bytes += draft.map { Self.cost(of: $0.definition) } ?? 0
      bytes -= (old.drafts[route] ?? nil).map { Self.cost(of: $0.definition) } ?? 0
    }
    return bytes
  }

  /// The estimated bytes of a document, as a value and as the body that is served.
  private static func cost(of value: JSONValue?) -> Int {
    guard let value else { return 256 }
    let extent = JSONExtent(of: value)
    return 256 + extent.values * 64 + extent.bytes * 4
  }

  // MARK: Reading

  /// The newest version of a route in the store below when the overlay was created; 0 for none.
  private func baseVersion(of route: Route) -> Int { baseState[route]?.version ?? 0 }

  func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    let newest = baseVersion(of: route)
    guard number <= newest else {
      return changes.withLock { $0.versions[route]?.first { $0.number == number } }
    }
    return try base.version(number, of: route) ?? (number == newest ? reconstructed(route) : nil)
  }

  /// The newest version of the store below, rebuilt if that store has pruned it since. Author and message are lost.
  private func reconstructed(_ route: Route) -> ScreenVersion? {
    guard let entry = baseState[route] else { return nil }
    var definition: JSONValue?
    if case .published(let current) = entry {
      guard let screen = try? current.screen() else { return nil }
      definition = screen.definition.stored
    }
    return ScreenVersion(
      route: route, number: entry.version, definition: definition,
      record: PublicationRecord(
        publishedAt: createdAt, by: "", via: .put, message: "current when the session began"))
  }

  func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary] {
    guard limit > 0 else { return [] }
    func isInRange(_ number: Int) -> Bool { before.map { number < $0 } ?? true }
    var found = changes.withLock { $0.versions[route] ?? [] }.reversed().filter { isInRange($0.number) }
      .prefix(limit).map { VersionSummary($0) }
    let newest = baseVersion(of: route)
    guard found.count < limit, newest > 0 else { return found }
    let below = try base.versions(
      of: route, before: min(before ?? .max, newest + 1), limit: limit - found.count)
    if isInRange(newest), below.first?.number != newest, let version = reconstructed(route) {
      found.append(VersionSummary(version))
    }
    return Array((found + below).prefix(limit))
  }

  func draft(of route: Route) throws(StoreError) -> Draft? {
    changes.withLock { $0.documents.drafts[route] ?? nil }
  }

  func drafts() throws(StoreError) -> [DraftSummary] {
    changes.withLock { changes in
      changes.documents.drafts.values.compactMap { $0.map { DraftSummary($0) } }
        .sorted { $0.route < $1.route }
    }
  }

  func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    changes.withLock { changes in
      Array(
        changes.audit.reversed().filter { entry in before.map { entry.id < $0 } ?? true }
          .prefix(max(limit, 0)))
    }
  }

  // An overlay that exists only in memory does not recognize repeated requests.
  func repeatableRequest(_ id: String) throws(StoreError) -> RepeatableRequest? {
    persist == nil ? nil : try base.repeatableRequest(id)
  }

  func keep(_ response: KeptResponse, to request: RequestIdentity, at time: Double) throws(StoreError) {
    if persist != nil { try base.keep(response, to: request, at: time) }
  }
}

extension StoreChanges {
  /// Replaces documents, drafts and tokens by later changes of them. Ignores versions and audit entries.
  fileprivate mutating func merge(_ new: StoreChanges) {
    documents.merge(new.documents)
    imports.merge(new.imports) { _, new in new }
    drafts.merge(new.drafts) { _, new in new }
    tokens.merge(new.tokens) { _, new in new }
  }
}
