import JSONText

/// Experiments, whatever screen they belong to.
extension Publisher {
  /// All experiments of the screens in force, by key. Screens that can't be read any more have none.
  package func experiments() -> [(screen: PublishedScreen, experiment: ScreenExperiment)] {
    screens.compactMap { try? $0.screen() }
      .flatMap { screen in screen.definition.experiments.map { (screen, $0) } }
      .sorted { $0.1.key < $1.1.key }
  }

  /// - Throws: ``ScreensError/unknownExperiment(_:nearest:)``.
  package func experiment(
    _ key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment) {
    try locked { (ledger) throws(ScreensError) in try ledger.experiment(key) }
  }

  /// Changes how an experiment runs, as a new version of its screen.
  package func steer(
    _ key: String, by author: Author, _ edit: ExperimentEdit, dryRun: Bool = false,
    allowsReassignment: Bool, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      let (current, experiment) = try ledger.experiment(key)
      try self.require(precondition, current.route, ledger)
      let json = try edit.apply(to: experiment, in: current.definition.json)
      let screen = try self.read(json, route: current.route, version: current.version + 1, &ledger)
      return try self.commit(
        screen, by: author, via: .experiment, dryRun: dryRun, allowsReassignment: allowsReassignment, &ledger)
    }
  }
}

extension ScreenLedger {
  fileprivate mutating func experiment(
    _ key: String
  ) throws(ScreensError) -> (screen: PublishedScreen, experiment: ScreenExperiment) {
    if let route = owner(ofExperiment: key) {
      let screen = try current(route)
      if let experiment = screen.definition.experiments.first(where: { $0.key == key }) {
        return (screen, experiment)
      }
    }
    throw .unknownExperiment(key, nearest: NearestName.to(key, among: experimentKeys))
  }
}
