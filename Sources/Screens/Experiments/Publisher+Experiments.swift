import JSONText

/// Experiments, addressed by their keys.
extension Publisher {
  /// The experiments of all current screens, sorted by key. Damaged screens are left out.
  package func experiments() -> [(screen: PublishedScreen, experiment: ScreenExperiment)] {
    screens.compactMap { try? $0.screen() }
      .flatMap { screen in screen.definition.experiments.map { (screen, $0) } }
      .sorted { $0.1.key < $1.1.key }
  }

  /// - Throws: ``ScreensError/unknownExperiment(_:hint:)``.
  package func experiment(
    _ key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment) {
    var state = indexedState()
    return try state.experiment(key)
  }

  /// An experiment with its screen; nil for an unknown key.
  package func experiment(ifKnown key: String) -> (screen: PublishedScreen, experiment: ScreenExperiment)? {
    var state = indexedState()
    return (try? state.experiment(ifKnown: key)) ?? nil
  }

  /// Changes how an experiment runs, by publishing a new version of its screen.
  package func editExperiment(
    _ key: String, by author: Author, _ edit: ExperimentEdit, dryRun: Bool = false,
    allowsReassignment: Bool, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    func edited(_ state: PublishedState) throws(ScreensError) -> JSONValue {
      var state = state
      let (current, experiment) = try state.experiment(key)
      return try edit.apply(to: experiment, in: current.definition.json)
    }
    var state = indexedState()
    var early: EarlyVersion?
    if let route = try? state.experiment(key).screen.route {
      early = self.early(at: route, dryRun: dryRun) { (state) throws(ScreensError) in
        guard holds(precondition, route, state) else { return Optional.none }
        return try edited(state)
      }
    }
    return try writing(dryRun: dryRun) { (state) throws(ScreensError) in
      let route = try state.experiment(key).screen.route
      try self.require(precondition, route, state)
      let (screen, prepared) = try self.read(early, at: route, &state, orElse: edited)
      return try self.commit(
        screen, prepared: prepared, by: author, via: .experiment, dryRun: dryRun,
        allowsReassignment: allowsReassignment, &state)
    }
  }
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
