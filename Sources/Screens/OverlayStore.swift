import JSONText
import Synchronization

/// A store in memory over another one that it does not change: the versions of that one up to the moment when it was
/// made, and its own after them.
final class OverlayStore: ScreenStore {
  /// Bytes that a change of view types, formats, groups or releases is reckoned at, and with it each screen, of which a
  /// server keeps a view.
  private static let catalogueBytes = 64 << 10
  private static let screenBytes = 512
  /// Entries of the audit that are kept.
  private static let maximumAudit = 1000

  private struct State {
    /// By route, oldest first.
    var versions: [Route: [ScreenVersion]] = [:]
    var drafts: [Route: Draft] = [:]
    /// Oldest first.
    var audit: [AuditEntry] = []
    var audited = 0
    var bytes = 0
  }

  private let base: any ScreenStore
  /// What was in force when it was made.
  private let ledger: ScreenLedger
  private let budget: OverlayBudget
  private let state = Mutex(State())

  init(base: any ScreenStore, ledger: ScreenLedger, budget: OverlayBudget) {
    self.base = base
    self.ledger = ledger
    self.budget = budget
  }

  deinit { budget.give(state.withLock { $0.bytes }) }

  /// Nothing is opened with it.
  func load() throws(StoreError) -> StoreContents { StoreContents() }

  func save(_ changes: StoreChanges) throws(StoreError) {
    let cost = cost(of: changes)
    try state.withLock { (state) throws(StoreError) in
      for version in changes.versions
      where version.number <= (state.versions[version.route]?.last?.number ?? begin(of: version.route)) {
        throw .conflict
      }
      let before = state.bytes
      guard before + cost <= budget.maximumBytesOfOne else {
        throw .full("a session keeps at most \(budget.maximumBytesOfOne) bytes of what was published in it")
      }
      guard budget.take(cost) else {
        throw .full("all sessions together keep at most \(budget.maximumBytes) bytes")
      }
      state.bytes += cost
      for version in changes.versions {
        state.versions[version.route, default: []].append(version)
        guard let kept = changes.keptVersions else { continue }
        while state.versions[version.route, default: []].count > max(kept, 1) {
          let removed = state.versions[version.route, default: []].removeFirst()
          give(Self.cost(of: removed.definition), &state)
        }
      }
      for (route, draft) in changes.drafts {
        if let old = state.drafts[route] { give(Self.cost(of: old.definition), &state) }
        state.drafts[route] = draft
      }
      for entry in changes.audit { add(entry, to: &state) }
    }
  }

  private func give(_ bytes: Int, _ state: inout State) {
    state.bytes -= bytes
    budget.give(bytes)
  }

  private func add(_ entry: AuditEntry, to state: inout State) {
    state.audited += 1
    state.audit.append(
      AuditEntry(
        id: state.audited, at: entry.at, by: entry.by, action: entry.action, subject: entry.subject,
        version: entry.version, message: entry.message))
    if state.audit.count > Self.maximumAudit { state.audit.removeFirst() }
  }

  private func cost(of changes: StoreChanges) -> Int {
    var bytes = changes.versions.reduce(0) { $0 + Self.cost(of: $1.definition) }
    bytes += changes.drafts.values.reduce(0) { $0 + ($1.map { Self.cost(of: $0.definition) } ?? 0) }
    let documents = [changes.viewTypes, changes.formats, changes.groups].flatMap(\.values)
    if !documents.isEmpty || !changes.releases.isEmpty {
      bytes += documents.reduce(Self.catalogueBytes) { $0 + Self.cost(of: $1) }
      bytes += changes.releases.values.reduce(0) { $0 + Self.cost(of: $1) }
      bytes += ledger.screens.count * Self.screenBytes
    }
    return bytes
  }

  /// About what a value takes, as it is and as a body that is served.
  private static func cost(of value: JSONValue?) -> Int {
    guard let value else { return 256 }
    let extent = JSONExtent(of: value)
    return 256 + extent.values * 64 + extent.bytes * 4
  }

  /// The newest version that the store below had when this one was made; 0 for none.
  private func begin(of route: Route) -> Int { ledger[route]?.version ?? 0 }

  func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    if number <= begin(of: route) { return try base.version(number, of: route) }
    return state.withLock { $0.versions[route]?.first { $0.number == number } }
  }

  func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary] {
    let own = state.withLock { $0.versions[route] ?? [] }.reversed()
      .filter { version in before.map { version.number < $0 } ?? true }
      .prefix(max(limit, 0))
      .map { VersionSummary(number: $0.number, record: $0.record, itemCount: $0.itemCount) }
    let begin = begin(of: route)
    guard own.count < limit, begin > 0 else { return Array(own) }
    return try own
      + base.versions(of: route, before: min(before ?? .max, begin + 1), limit: limit - own.count)
  }

  func draft(of route: Route) throws(StoreError) -> Draft? { state.withLock { $0.drafts[route] } }

  func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    state.withLock { state in
      Array(
        state.audit.reversed().filter { entry in before.map { entry.id < $0 } ?? true }.prefix(max(limit, 0)))
    }
  }
}
