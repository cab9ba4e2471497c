package import JSONText

/// Experiments, addressed by their keys.
package struct ExperimentService: Sendable {
  let publisher: Publisher

  /// The experiments of all current screens, sorted by key. Damaged screens are left out.
  package func all() -> [(screen: PublishedScreen, experiment: ScreenExperiment)] {
    Self.experiments(of: publisher.screens.all)
  }

  /// The experiments of the versions that units outside of rollouts get, as ``all()``: a flag has no bucket of a rollout.
  package func served() -> [(screen: PublishedScreen, experiment: ScreenExperiment)] {
    Self.experiments(of: publisher.screens.served)
  }

  private static func experiments(
    of screens: [LazyPublishedScreen]
  ) -> [(screen: PublishedScreen, experiment: ScreenExperiment)] {
    screens.compactMap { try? $0.screen() }
      .flatMap { screen in screen.definition.experiments.map { (screen, $0) } }
      .sorted { $0.1.key < $1.1.key }
  }

  /// One of ``served()``.
  /// - Throws: ``ScreensError/unknownExperiment(_:hint:)``.
  package func servedWithKey(_ key: String) throws(ScreensError) -> ScreenExperiment {
    guard publisher.rollouts.hasOpen else { return try withKey(key).experiment }
    guard let found = served().first(where: { $0.experiment.key.hasSameScalars(as: key) }) else {
      throw .unknownExperiment(key, hint: nil)
    }
    return found.experiment
  }

  /// - Throws: ``ScreensError/unknownExperiment(_:hint:)``.
  package func withKey(
    _ key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment) {
    var state = publisher.indexedState()
    return try state.experiment(key)
  }

  /// An experiment that a unit can get, with its screen: of a current version, or of an old one during a rollout; nil for
  /// an unknown key.
  package func withKey(ifKnown key: String) -> (screen: PublishedScreen, experiment: ScreenExperiment)? {
    var state = publisher.indexedState()
    if let found = (try? state.experiment(ifKnown: key)) ?? nil { return found }
    guard publisher.rollouts.hasOpen else { return nil }
    return served().first { $0.experiment.key.hasSameScalars(as: key) }
  }

  /// The value lists that conditions refer to, by name.
  package var groups: [String: JSONValue] { publisher.state.groups }

  /// Changes how an experiment runs, by publishing a new version of its screen.
  /// - Parameter rollout: whether the version gets a rollout: units below its step then get the new coverage.
  package func edit(
    _ key: String, by author: Author, _ edit: ExperimentEdit, dryRun: Bool = false,
    allowsReassignment: Bool, rollout: RolloutOptions = .none, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    func edited(_ state: PublishedState) throws(ScreensError) -> JSONValue {
      var state = state
      let (current, experiment) = try state.experiment(key)
      return try edit.apply(to: experiment, in: current.definition.json)
    }
    var state = publisher.indexedState()
    var early: EarlyVersion?
    if let route = try? state.experiment(key).screen.route {
      early = publisher.screens.early(at: route, dryRun: dryRun) { (state) throws(ScreensError) in
        guard publisher.screens.holds(precondition, route, state) else { return Optional.none }
        return try edited(state)
      }
    }
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      let route = try state.experiment(key).screen.route
      try publisher.screens.require(precondition, route, state)
      let (screen, prepared) = try publisher.screens.read(early, at: route, &state, orElse: edited)
      return try publisher.screens.commit(
        screen, prepared: prepared, by: author, via: .experiment, dryRun: dryRun,
        allowsReassignment: allowsReassignment, rollout: rollout, &state)
    }
  }
}

extension Publisher {
  /// The experiments of all current screens.
  package var experiments: ExperimentService { ExperimentService(publisher: self) }
}

extension PublishedState {
  fileprivate mutating func experiment(
    ifKnown key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment)? {
    guard let route = owner(ofExperiment: key) else { return nil }
    let screen = try current(route)
    return screen.definition.experiments.first { $0.key.hasSameScalars(as: key) }.map { (screen, $0) }
  }

  fileprivate mutating func experiment(
    _ key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment) {
    if let found = try experiment(ifKnown: key) { return found }
    throw .unknownExperiment(key, hint: NearestName.hint(for: key, among: experimentKeys))
  }
}
