package import Assignment
package import JSONText

/// The effect of a new version on the units of an experiment.
package struct Reassignment: Sendable {
  /// The experiment's key.
  package let experiment: String
  package let shares: ReassignmentShares

  /// Whether units move between variants while the experiment runs. If so, measurements from before and after cannot be
  /// combined.
  package let movesUnits: Bool

  /// The reassignments of the experiments that both definitions have. Experiments without any are left out.
  package static func all(from old: Definition, to new: Definition) -> [Reassignment] {
    new.experiments.compactMap { experiment in
      guard let before = old.experiments.first(where: { $0.key.hasSameScalars(as: experiment.key) }) else {
        return nil
      }
      return Reassignment(from: before.compiled.experiment, to: experiment.compiled.experiment)
    }
  }

  /// Describes how many units get another variant, enter or leave the experiment; nil if none do.
  package var words: String? {
    Self.words(
      experiment, entering: shares.entering, leaving: shares.leaving, moving: shares.moving,
      isConditionChanged: shares.isConditionChanged)
  }

  /// Describes shares from 0 to 1: `price: 12.5 % of all units get another variant, 50 % leave the experiment`.
  package static func words(
    _ experiment: String, entering: Double, leaving: Double, moving: Double, isConditionChanged: Bool
  ) -> String? {
    let parts = [
      (moving, "get another variant"), (entering, "enter the experiment"), (leaving, "leave the experiment"),
    ].filter { $0.0 > 0 }
    guard !parts.isEmpty || isConditionChanged else { return nil }
    let whole = isConditionChanged ? "the units that meet both conditions" : "all units"
    let shares = parts.enumerated().map { index, part in
      let percent = (part.0 * 1000).rounded() / 10
      let number = percent == percent.rounded() ? String(Int(percent)) : String(percent)
      return "\(number) %" + (index == 0 ? " of \(whole) " : " ") + part.1
    }
    return "\(experiment): "
      + ((isConditionChanged ? ["the condition changes"] : []) + shares).joined(separator: ", ")
  }

  /// Compares two experiments; nil if they assign every unit alike.
  init?(from old: Experiment, to new: Experiment) {
    guard !old.assignsLike(new) else { return nil }
    experiment = new.key
    shares = ReassignmentShares(from: old, to: new)
    movesUnits = old.status == .running && new.status == .running && shares.moving > 0
  }
}

extension [Reassignment] {
  package var json: JSONValue {
    .array(map { ["experiment": .string($0.experiment), "shares": $0.shares.json] })
  }
}

extension ReassignmentShares {
  package var json: JSONValue {
    var object: JSONObject = [
      "entering": .double(entering), "leaving": .double(leaving), "moving": .double(moving),
    ]
    if isConditionChanged { object["conditionChanged"] = JSONValue.bool(true) }
    return .object(object)
  }
}

extension Experiment {
  fileprivate func assignsLike(_ other: Experiment) -> Bool {
    // Compare hashed texts by bytes: equal strings in another normalisation hash differently.
    variants == other.variants && effectiveSeed.hasSameScalars(as: other.effectiveSeed)
      && hashVersion == other.hashVersion && hashAttribute.hasSameScalars(as: other.hashAttribute)
      && coverage == other.coverage && status == other.status && namespace == other.namespace
      && condition?.source == other.condition?.source
  }
}
