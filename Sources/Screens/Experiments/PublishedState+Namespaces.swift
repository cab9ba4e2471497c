import Assignment
import JSONText

/// Experiments that share a namespace, but not the attribute that they assign by.
extension PublishedState {
  /// The warnings about the namespaces of a screen's experiments.
  ///
  /// A namespace keeps units apart by their hash. Experiments that hash different attributes, such as `user` and
  /// `company`, have people in common whatever their ranges are.
  func mixedNamespaces(of screen: PublishedScreen) -> Diagnostics {
    var warnings = Diagnostics()
    let own = screen.definition.experiments.filter(\.keepsUnitsApart)
    guard !own.isEmpty else { return warnings }
    var others: [(experiment: ScreenExperiment, route: Route)] = []
    for other in screens where other.route != screen.route {
      let experiments = (try? other.screen())?.definition.experiments ?? []
      others += experiments.filter(\.keepsUnitsApart).map { ($0, other.route) }
    }
    others.sort { ($0.route, $0.experiment.key) < ($1.route, $1.experiment.key) }
    for (place, experiment) in own.enumerated() {
      let known = own[..<place].map { ($0, screen.route) } + others
      guard let (other, route) = known.first(where: { $0.0.isKeptApart(from: experiment) == false }) else {
        continue
      }
      let owner = route == screen.route ? "" : " of the screen \(quoted(route.name))"
      warnings.add(
        Diagnostic(
          .mixedNamespace, at: experiment.origin.appending("namespace"),
          "the namespace \(quoted(experiment.namespaceID ?? "")) does not keep experiments apart: "
            + "\(quoted(experiment.key)) assigns by \(quoted(experiment.hashAttribute)), and "
            + "\(quoted(other.key))\(owner) by \(quoted(other.hashAttribute))",
          hint: "give all experiments of a namespace the same \"hashAttribute\""))
    }
    return warnings
  }
}

extension ScreenExperiment {
  fileprivate var namespaceID: String? { compiled.experiment.namespace?.id }
  fileprivate var hashAttribute: String { compiled.experiment.hashAttribute }
  fileprivate var keepsUnitsApart: Bool { namespaceID != nil && compiled.experiment.status == .running }

  /// Whether the namespace of both can keep their units apart; nil if they have different namespaces.
  fileprivate func isKeptApart(from other: ScreenExperiment) -> Bool? {
    guard let mine = namespaceID, let theirs = other.namespaceID, mine.hasSameScalars(as: theirs) else {
      return nil
    }
    return hashAttribute.hasSameScalars(as: other.hashAttribute)
  }
}
