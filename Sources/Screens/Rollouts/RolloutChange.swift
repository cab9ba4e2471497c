import JSONText

/// The rollouts that a publication ends and starts.
struct RolloutChange {
  let ended: [Rollout]
  let started: Rollout?
  /// The old versions of the screens of the new rollout.
  private let old: [Route: LazyPublishedScreen]

  /// - Parameters:
  ///   - new: the screens that are published.
  ///   - changeSet: the change set that they are published with; nil for one screen.
  /// - Throws: ``ScreensError/rolloutRunning(_:)``, ``ScreensError/notGuardable(_:)``.
  init(
    publishing new: [(route: Route, version: Int)], of changeSet: String? = nil, _ options: RolloutOptions,
    by author: Author,
    at time: Double, _ publisher: Publisher, _ state: PublishedState
  ) throws(ScreensError) {
    // What a session or a change set publishes reaches no units of a rollout.
    let isOverlay = publisher.store is OverlayStore
    ended = isOverlay ? [] : try state.endedRollouts(of: Set(new.map(\.route)), options, by: author, at: time)
    var old: [Route: LazyPublishedScreen] = [:]
    // A change set can have a guard and change view types alone, which have no versions.
    guard let rule = options.rule, !new.isEmpty else {
      started = nil
      self.old = old
      return
    }
    guard !isOverlay else {
      throw .notGuardable("sessions and change sets have no units: publish with a guard on the server")
    }
    var screens: [Rollout.Screen] = []
    for (route, version) in new {
      guard case .published(let current)? = state[route] else {
        throw .notGuardable("\(quoted(route.name)) has no version now that units could keep")
      }
      let served = state.rollouts.served(current)
      let text: String
      do throws(ScreensError) {
        text = try served.screen().definition.stored.text
      } catch {
        throw .notGuardable("version \(served.version) of \(quoted(route.name)) cannot be read")
      }
      old[route] = served
      screens.append(
        Rollout.Screen(route: route, old: served.version, new: version, oldDefinition: text))
    }
    self.old = old
    started = Rollout(
      screens: screens, changeSet: changeSet, rule: rule, by: author.name, reason: author.message, at: time)
  }

  /// Adds the documents and audit entries.
  func write(
    to changes: inout StoreChanges, by author: Author, _ publisher: Publisher, _ state: PublishedState
  ) {
    for rollout in ended + [started].compactMap(\.self) {
      changes.documents[.rollout][rollout.id] = .some(rollout.json)
      guard let decision = rollout.decisions.last else { continue }
      changes.audit.append(
        publisher.entry(.decide(decision.action), rollout.id, by: author.saying(decision.reason)))
    }
    if started != nil {
      for id in state.rollouts.superfluous { changes.documents[.rollout][id] = .some(nil) }
    }
  }

  /// Applies what is stored to the state.
  func apply(to state: inout PublishedState) {
    for rollout in ended { state.rollouts.set(rollout, readingWith: state.catalogue) }
    guard let started else { return }
    for id in state.rollouts.superfluous { state.rollouts.remove(id) }
    let (old, catalogue) = (old, state.catalogue)
    state.rollouts.set(started) { screen in
      old[screen.route]
        ?? LazyPublishedScreen(
          UnparsedVersion(route: screen.route, number: screen.old, definition: nil),
          text: Array((screen.oldDefinition ?? "").utf8), catalogue: catalogue, reporter: nil)
    }
  }
}
