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
  private static let maximumAudit = 200

  private struct State {
    /// By route, oldest first.
    var versions: [Route: [ScreenVersion]] = [:]
    var drafts: [Route: Draft] = [:]
    /// Oldest first.
    var audit: [AuditEntry] = []
    var audited = 0
    /// What each document that was changed is reckoned at.
    var documents: [String: Int] = [:]
    /// All that is reckoned.
    var bytes = 0
  }

  private let base: any ScreenStore
  /// What was in force when it was made.
  private let ledger: ScreenLedger
  private let budget: OverlayBudget
  /// When it was made, in seconds since 1970 UTC.
  private let began: Double
  private let state = Mutex(State())

  init(base: any ScreenStore, ledger: ScreenLedger, budget: OverlayBudget, began: Double) {
    self.began = began
    self.base = base
    self.ledger = ledger
    self.budget = budget
  }

  deinit { budget.give(state.withLock { $0.bytes }) }

  /// Nothing is opened with it.
  func load() throws(StoreError) -> StoreContents { StoreContents() }

  func save(_ changes: StoreChanges) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      for version in changes.versions
      where version.number <= (state.versions[version.route]?.last?.number ?? begin(of: version.route)) {
        throw .conflict
      }
      var next = state
      for version in changes.versions {
        next.versions[version.route, default: []].append(version)
        next.bytes += Self.cost(of: version.definition)
        guard let kept = changes.keptVersions else { continue }
        while next.versions[version.route, default: []].count > max(kept, 1) {
          next.bytes -= Self.cost(of: next.versions[version.route, default: []].removeFirst().definition)
        }
      }
      for (route, draft) in changes.drafts {
        next.bytes -= next.drafts[route].map { Self.cost(of: $0.definition) } ?? 0
        next.drafts[route] = draft
        next.bytes += draft.map { Self.cost(of: $0.definition) } ?? 0
      }
      for (name, document) in Self.documents(of: changes) {
        // The first one takes the catalogue from being shared.
        if next.documents.isEmpty { next.bytes += catalogueCost }
        next.bytes +=
          Self.cost(of: document) - (next.documents.updateValue(Self.cost(of: document), forKey: name) ?? 0)
      }
      for entry in changes.audit { add(entry, to: &next) }
      try take(next.bytes - state.bytes, for: next)
      state = next
    }
  }

  /// Takes what a change needs, or gives back what it frees.
  private func take(_ bytes: Int, for next: State) throws(StoreError) {
    guard bytes > 0 else { return budget.give(-bytes) }
    guard next.bytes <= budget.maximumBytesOfOne else {
      throw .full("a session keeps at most \(budget.maximumBytesOfOne) bytes of what was published in it")
    }
    guard budget.take(bytes) else {
      throw .full("all sessions together keep at most \(budget.maximumBytes) bytes")
    }
  }

  private func add(_ entry: AuditEntry, to state: inout State) {
    state.audited += 1
    state.audit.append(
      AuditEntry(
        id: state.audited, at: entry.at, by: entry.by, action: entry.action, subject: entry.subject,
        version: entry.version, message: entry.message))
    if state.audit.count > Self.maximumAudit { state.audit.removeFirst() }
  }

  /// Documents of the catalogue, by names that tell their kinds apart.
  private static func documents(of changes: StoreChanges) -> [(name: String, document: JSONValue?)] {
    changes.viewTypes.map { ("type " + $0.key, $0.value) }
      + changes.formats.map { ("format " + $0.key, $0.value) }
      + changes.groups.map { ("group " + $0.key, $0.value) }
      + changes.releases.map { ("release " + $0.key, $0.value) }
  }

  /// What a catalogue of its own takes.
  private var catalogueCost: Int { Self.catalogueBytes + ledger.screens.count * Self.screenBytes }

  /// About what a value takes, as it is and as a body that is served.
  private static func cost(of value: JSONValue?) -> Int {
    guard let value else { return 256 }
    let extent = JSONExtent(of: value)
    return 256 + extent.values * 64 + extent.bytes * 4
  }

  /// The newest version that the store below had when this one was made; 0 for none.
  private func begin(of route: Route) -> Int { ledger[route]?.version ?? 0 }

  func version(_ number: Int, of route: Route) throws(StoreError) -> ScreenVersion? {
    guard number <= begin(of: route) else {
      return state.withLock { $0.versions[route]?.first { $0.number == number } }
    }
    return try base.version(number, of: route) ?? (number == begin(of: route) ? first(of: route) : nil)
  }

  /// What was in force at first, as far as that is known when the store below has given it up.
  private func first(of route: Route) -> ScreenVersion? {
    guard let entry = ledger[route] else { return nil }
    var definition: JSONValue?
    if case .published(let current) = entry {
      guard let screen = try? current.screen() else { return nil }
      definition = screen.definition.json
    }
    return ScreenVersion(
      route: route, number: entry.version, definition: definition,
      record: PublicationRecord(
        publishedAt: began, by: "", via: .put, message: "in force when the session began"))
  }

  func versions(of route: Route, before: Int?, limit: Int) throws(StoreError) -> [VersionSummary] {
    guard limit > 0 else { return [] }
    func isMeant(_ number: Int) -> Bool { before.map { number < $0 } ?? true }
    var found = state.withLock { $0.versions[route] ?? [] }.reversed().filter { isMeant($0.number) }
      .prefix(limit).map { VersionSummary($0) }
    let begin = begin(of: route)
    guard found.count < limit, begin > 0 else { return found }
    let below = try base.versions(
      of: route, before: min(before ?? .max, begin + 1), limit: limit - found.count)
    if isMeant(begin), below.first?.number != begin, let first = first(of: route) {
      found.append(VersionSummary(first))
    }
    return Array((found + below).prefix(limit))
  }

  func draft(of route: Route) throws(StoreError) -> Draft? { state.withLock { $0.drafts[route] } }

  func audit(before: Int?, limit: Int) throws(StoreError) -> [AuditEntry] {
    state.withLock { state in
      Array(
        state.audit.reversed().filter { entry in before.map { entry.id < $0 } ?? true }.prefix(max(limit, 0)))
    }
  }
}
