package import Assignment

/// What a new version of a screen does to the units of one of its experiments.
package struct Reassignment: Sendable {
  /// The experiment's key.
  package let experiment: String
  package let shares: ReassignmentShares

  /// Whether units go from one variant to another while the experiment runs, so that what was measured before and
  /// after cannot be put together.
  let movesUnits: Bool

  /// What becomes of the experiments that are in both; those whose units all stay are left out.
  static func all(from old: Definition, to new: Definition) -> [Reassignment] {
    new.experiments.compactMap { experiment in
      guard let before = old.experiments.first(where: { $0.key == experiment.key }) else { return nil }
      return Reassignment(from: before.compiled.experiment, to: experiment.compiled.experiment)
    }
  }

  /// Nil when nothing is different that decides who is where.
  init?(from old: Experiment, to new: Experiment) {
    guard !old.assignsLike(new) else { return nil }
    experiment = new.key
    shares = ReassignmentShares(from: old, to: new)
    movesUnits = old.status == .running && new.status == .running && shares.moving > 0
  }
}

extension Experiment {
  fileprivate func assignsLike(_ other: Experiment) -> Bool {
    variants == other.variants && effectiveSeed == other.effectiveSeed && hashVersion == other.hashVersion
      && hashAttribute == other.hashAttribute && coverage == other.coverage && status == other.status
      && namespace == other.namespace && condition?.source == other.condition?.source
  }
}
