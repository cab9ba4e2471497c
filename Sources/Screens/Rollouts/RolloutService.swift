/// Rollouts: their start with a publication, their end, and their steering.
package struct RolloutService: Sendable {
  let publisher: Publisher

  // MARK: Reading

  /// All rollouts that are kept, newest first.
  package var all: [Rollout] {
    publisher.state.rollouts.all.values.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
  }

  /// The rollouts that still serve two versions.
  package var open: [Rollout] { all.filter(\.state.isOpen) }

  /// Whether a rollout serves two versions. Costs no sorting.
  package var hasOpen: Bool { !publisher.state.rollouts.open.isEmpty }

  /// - Throws: ``ScreensError/unknownDocument(_:nearest:)``.
  package func withID(_ id: String) throws(ScreensError) -> Rollout { try publisher.state.rollout(id) }

  /// The open rollout of a screen with its state; nil if all units get the same version.
  package func open(at route: Route) -> OpenRollout? { publisher.state.rollouts.open[route] }

  /// The keys of the open rollouts by id, for reports.
  package var openByID: [String: (rollout: Rollout, tokens: ReportToken.Key)] {
    let table = publisher.state.rollouts
    var found: [String: (rollout: Rollout, tokens: ReportToken.Key)] = [:]
    for open in table.open.values {
      if let rollout = table.all[open.id] { found[open.id] = (rollout, open.tokens) }
    }
    return found
  }

  /// A guard.
  /// - Throws: ``ScreensError/unknownDocument(_:nearest:)``.
  package func rule(named name: String) throws(ScreensError) -> Guard {
    let rules = publisher.state.guards
    guard let rule = rules[name] else { throw .unknown(.guard, name, among: rules.keys) }
    return rule
  }

  // MARK: Steering

  package enum Steering: Sendable {
    case hold, resume, advance, finish, rollback
  }

  /// Changes a rollout by hand. Does nothing if it is in that state already.
  /// - Parameter precondition: whether to continue, given the serial of the rollout.
  /// - Throws: ``ScreensError/rolloutEnded(_:)``, ``ScreensError/rolloutPreconditionFailed(current:)``.
  package func steer(
    _ id: String, _ steering: Steering, by author: Author, precondition: (Int) -> Bool = { _ in true }
  ) throws(ScreensError) -> Rollout {
    try publisher.writing { (state) throws(ScreensError) in
      var rollout = try state.rollout(id)
      guard precondition(rollout.serial) else {
        throw .rolloutPreconditionFailed(current: rollout.serial)
      }
      guard rollout.state.isOpen else { throw .rolloutEnded(rollout) }
      let action: RolloutDecision.Action
      switch steering {
      case .hold: action = .hold
      case .resume: action = .resume
      case .advance: action = rollout.isLastStep ? .finish : .advance
      case .finish: action = .finish
      case .rollback: action = .rollback
      }
      if action == .hold && rollout.state == .held || action == .resume && rollout.state == .running {
        return rollout
      }
      let decision = RolloutDecision(
        action, at: publisher.now, by: author.name, step: rollout.share,
        reason: author.message ?? "by hand")
      return try self.carryOut(decision, on: &rollout, by: author, &state)
    }
  }

  /// Gives the new version to everybody, because it was published again without a guard.
  func finish(_ open: Rollout, by author: Author, _ state: inout PublishedState) throws(ScreensError) {
    guard open.screens.count == 1 else { throw .rolloutRunning(open) }
    var rollout = open
    let decision = RolloutDecision(
      .finish, at: publisher.now, by: author.name, step: rollout.share,
      reason: author.message ?? "the version was published again for everybody")
    _ = try carryOut(decision, on: &rollout, by: author, &state)
  }

  // MARK: Steps

  /// Applies a decision and stores it, with the versions that a rollback publishes, in one transaction.
  func carryOut(
    _ decision: RolloutDecision, on rollout: inout Rollout, by author: Author,
    _ state: inout PublishedState
  ) throws(ScreensError) -> Rollout {
    var changes = StoreChanges()
    let note = author.saying(decision.reason)
    var published: [LazyPublishedScreen] = []
    switch decision.action {
    case .advance: rollout.advance(decision)
    case .hold: rollout.hold(decision)
    case .resume: rollout.resume(decision)
    case .finish: rollout.end(.finished, decision)
    case .rollback:
      for screen in rollout.screens {
        guard let old = state.rollouts.open[screen.route]?.old else { continue }
        let content = try old.screen()
        let version = PublishedScreen(
          route: screen.route, version: state.nextVersion(of: screen.route),
          definition: content.definition, combinations: content.combinations)
        published.append(LazyPublishedScreen(version))
        changes.versions.append(
          ScreenVersion(
            route: screen.route, number: version.version, definition: content.definition.stored,
            record: publisher.record(note, .guard)))
        changes.audit.append(
          publisher.entry(.publish, screen.route.name, by: note, version: version.version))
      }
      rollout.end(.rolledBack, decision)
    case .start, .supersede: break
    }
    changes.documents[.rollout] = [rollout.id: rollout.json]
    changes.audit.append(publisher.entry(.decide(decision.action), rollout.id, by: note))
    changes.keptVersions = publisher.keepVersions
    try publisher.save(changes, by: author)
    state.rollouts.set(rollout, readingWith: state.catalogue)
    for screen in published { state.put(.published(screen), at: screen.route) }
    let change = PublishedChange(state.catalogue, published: published)
    publisher.makeVisible(state) { if !published.isEmpty { $0.didChange(change) } }
    return rollout
  }
}

extension Publisher {
  /// Versions on their way to everybody.
  package var rollouts: RolloutService { RolloutService(publisher: self) }
}

extension PublishedState {
  /// - Throws: ``ScreensError/unknownDocument(_:nearest:)``.
  func rollout(_ id: String) throws(ScreensError) -> Rollout {
    guard let rollout = rollouts.all[id] else {
      throw .unknownDocument(.document(.rollout, id), nearest: nil)
    }
    return rollout
  }

  /// Ends the open rollouts of some screens if that is asked for.
  /// - Returns: the ended rollouts.
  /// - Throws: ``ScreensError/rolloutRunning(_:)`` if it is not.
  func endedRollouts(
    of routes: Set<Route>, _ options: RolloutOptions, by author: Author, at time: Double
  ) throws(ScreensError) -> [Rollout] {
    var ended: [String: Rollout] = [:]
    for route in routes.sorted() {
      guard var rollout = rollouts.open(at: route) else { continue }
      // The other screens of a change set would get their new versions for everybody.
      guard options.endsOpenRollout, rollout.screens.allSatisfy({ routes.contains($0.route) }) else {
        throw .rolloutRunning(rollout)
      }
      rollout.end(
        .superseded,
        RolloutDecision(
          .supersede, at: time, by: author.name, step: rollout.share,
          reason: author.message ?? "another version was published"))
      ended[rollout.id] = rollout
    }
    return ended.values.sorted { $0.id < $1.id }
  }
}
