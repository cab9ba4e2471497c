/// The rollouts of a state, and those that are open by the routes of their screens.
struct RolloutTable: Sendable {
  private(set) var all: [String: Rollout] = [:]
  /// The open rollouts, as serving needs them.
  private(set) var open: [Route: OpenRollout] = [:]
  /// The ids of stored rollouts that this program cannot read, such as those of a newer one.
  private(set) var unreadable: Set<String> = []
  /// How often the old versions were parsed again.
  private var parseCount = 0

  /// The open rollout of a screen; nil if all units get the same version.
  func open(at route: Route) -> Rollout? { open[route].flatMap { all[$0.id] } }

  /// Whether the same units get the same content.
  func isSameForServing(as other: RolloutTable) -> Bool {
    parseCount == other.parseCount && open.count == other.open.count
      && open.allSatisfy {
        other.open[$0.key]?.id == $0.value.id && other.open[$0.key]?.serial == $0.value.serial
      }
  }

  /// The version that units outside of all rollouts get.
  func served(_ screen: LazyPublishedScreen) -> LazyPublishedScreen {
    guard let rollout = open[screen.route], rollout.newVersion == screen.version else { return screen }
    return rollout.old
  }

  /// Takes over a stored rollout.
  /// - Parameter catalogue: for the old definitions, which are parsed when they are first needed.
  mutating func set(_ rollout: Rollout, readingWith catalogue: Catalogue) {
    set(rollout) { screen in
      LazyPublishedScreen(
        UnparsedVersion(route: screen.route, number: screen.old, definition: nil),
        text: Array((screen.oldDefinition ?? "").utf8), catalogue: catalogue, reporter: nil)
    }
  }

  /// - Parameter old: the old version of a screen of a new rollout.
  mutating func set(_ rollout: Rollout, old: (Rollout.Screen) -> LazyPublishedScreen) {
    let known = all[rollout.id]
    all[rollout.id] = rollout
    unreadable.remove(rollout.id)
    for screen in rollout.screens {
      guard rollout.state.isOpen, let key = rollout.key else {
        if open[screen.route]?.id == rollout.id { open[screen.route] = nil }
        continue
      }
      let present = known == nil ? nil : open[screen.route].flatMap { $0.id == rollout.id ? $0.old : nil }
      open[screen.route] = OpenRollout(rollout, screen, key: key, old: present ?? old(screen))
    }
  }

  /// Notes a stored rollout that cannot be read.
  mutating func setUnreadable(_ id: String) { unreadable.insert(id) }

  mutating func remove(_ id: String) {
    all[id] = nil
    unreadable.remove(id)
    for (route, rollout) in open where rollout.id == id { open[route] = nil }
  }

  /// Parses the old versions again, with other value lists for their conditions.
  mutating func reparse(with catalogue: Catalogue) {
    parseCount += 1
    for (route, rollout) in open { open[route] = rollout.reparsed(with: catalogue) }
  }

  /// The ids of the oldest rollouts that have ended, beyond the number that is kept.
  var superfluous: [String] {
    guard all.count > Rollout.maximumCount else { return [] }
    return all.values.filter { !$0.state.isOpen }.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
      .prefix(all.count - Rollout.maximumCount).map(\.id)
  }
}
