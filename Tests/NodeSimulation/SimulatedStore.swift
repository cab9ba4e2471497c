import Screens

/// The store that all nodes share, in memory.
struct SimulatedStore {
  static let routeCount = 4
  /// The position before any change.
  static let start = StorePosition(store: "store", revision: 0, change: "c0")
  /// The number of changes that are known one by one. Small, so that nodes often load everything.
  private static let knownChanges = 12

  private struct Change {
    let id: String
    /// Nil for a fence.
    let write: (route: Int, version: SimulatedVersion)?
  }

  private var changes: [Change] = []
  /// The newest version of each route.
  private(set) var screens = [SimulatedVersion](repeating: .none, count: routeCount)
  /// The newest versions after each change.
  private var history: [String: [SimulatedVersion]] = [:]
  /// The versions and revisions by marker.
  private var results: [Int: (version: Int, revision: Int)] = [:]
  private(set) var position = start
  var isWritable = true
  private let flaw: SimulationFlaw?

  init(flaw: SimulationFlaw?) {
    self.flaw = flaw
    history[position.change] = screens
  }

  /// The screens after a change.
  func screens(after change: String) -> [SimulatedVersion]? { history[change] }

  /// The marker of each version of each route.
  var finalVersions: [String: [Int: String]] {
    var versions: [String: [Int: String]] = [:]
    for case (let route, let version)? in changes.map(\.write) {
      versions[Self.name(route), default: [:]][version.number] = Self.name(marker: version.marker)
    }
    return versions
  }

  static func name(_ route: Int) -> String { "screen-\(route)" }
  static func name(marker: Int) -> String { "m\(marker)" }

  mutating func response(to content: Request.Content, at time: Double) -> Response {
    switch content {
    case .head: .head(position, isWritable: isWritable, time: time)
    case .changes(let since): .changes(update(since: since))
    case .commit(let write): commit(write)
    case .outcome(let write): outcome(of: write)
    }
  }

  private mutating func commit(_ write: ProposedWrite) -> Response {
    guard isWritable else { return .newer }
    let isCurrent =
      flaw == .comparedRevisions ? write.base.revision == position.revision : write.base == position
    guard isCurrent else { return .outdated }
    if write.version.hasKey, let result = results[write.version.marker] {
      return .repeated(version: result.version, revision: result.revision)
    }
    let isTaken = changes.contains { change in
      change.write.map { $0.route == write.route && $0.version.number == write.version.number } ?? false
    }
    guard !isTaken else { return .conflict }
    screens[write.route] = write.version
    append(Change(id: write.change, write: (write.route, write.version)))
    results[write.version.marker] = (write.version.number, position.revision)
    return .stored(Commit(revision: position.revision, change: write.change, firstAuditID: nil))
  }

  /// The outcome of a commit without a response. A commit that was not stored is stopped by a change of the revision, as
  /// in `PostgresStore`.
  private mutating func outcome(of write: ProposedWrite) -> Response {
    if let index = changes.firstIndex(where: { $0.id == write.change }) {
      return .stored(Commit(revision: index + 1, change: write.change, firstAuditID: nil))
    }
    if flaw != .missingFence { append(Change(id: "f" + write.change, write: nil)) }
    return .outdated
  }

  /// Forgets the last changes.
  mutating func lose(_ count: Int) {
    changes.removeLast(min(count, changes.count))
    let change = changes.last?.id ?? Self.start.change
    position = StorePosition(store: position.store, revision: changes.count, change: change)
    screens = history[change] ?? screens
    results = results.filter { $0.value.revision <= changes.count }
  }

  /// Whether the store has had a position. False for one that a failover has lost.
  func contains(_ position: StorePosition) -> Bool {
    guard position.revision <= changes.count else { return false }
    return position.revision == 0 || changes[position.revision - 1].id == position.change
  }

  private mutating func append(_ change: Change) {
    changes.append(change)
    position = StorePosition(store: position.store, revision: changes.count, change: change.id)
    history[change.id] = screens
  }

  private func update(since: StorePosition?) -> SimulatedUpdate? {
    guard since != position else { return nil }
    let isKnown = since.map(contains) ?? true
    let isRecent = since.map { changes.count - $0.revision <= Self.knownChanges } ?? false
    let isComplete = !isKnown || !isRecent
    let changed = changes.dropFirst(since?.revision ?? 0).compactMap { $0.write?.route }
    let versions = screens.indices.filter { isComplete || changed.contains($0) }.map { ($0, screens[$0]) }
    let primary = PrimaryUpdate(
      position: position, changes: StoreChanges(), pruned: [:], isComplete: isComplete,
      hasOtherHistory: !isKnown)
    return SimulatedUpdate(primary: primary, versions: versions)
  }
}
