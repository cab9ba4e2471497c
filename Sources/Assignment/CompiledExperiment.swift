internal import JSONText

/// An experiment made ready to be served: a decision takes no lock, and for an experiment without condition no
/// allocation. A class, so that handing it on costs no copy of all that it holds.
package final class CompiledExperiment: Sendable {
  package let experiment: Experiment
  /// The range of each variant, in their order.
  package let ranges: [BucketRange]
  let hash: UnitHash
  private let forced: ForcedUnits
  /// Whether a decision needs more than the unit that comes with a request: other attributes for a condition,
  /// or another attribute to hash.
  package let needsAttributes: Bool

  package init(_ experiment: Experiment) {
    self.experiment = experiment
    ranges = experiment.ranges
    hash = UnitHash(seed: experiment.effectiveSeed, version: experiment.hashVersion)
    forced = ForcedUnits(experiment)
    needsAttributes =
      experiment.condition != nil
      || !experiment.hashAttribute.hasSameScalars(as: Experiment.defaultHashAttribute)
  }

  /// Decides for a unit.
  ///
  /// - Parameters:
  ///   - unit: the bytes of the unit; none for a request without one.
  ///   - attributes: what a condition looks at; nil for none.
  ///   - override: the place of the variant that the request names; one that does not exist is ignored.
  package func decide(
    unit: Span<UInt8>, attributes: Attributes? = nil, override: Int? = nil
  ) -> Decision {
    if let override, experiment.variants.indices.contains(override) {
      return Decision(.override, variant: override)
    }
    if let variant = forced.variant(of: unit) { return Decision(.forced, variant: variant) }
    if experiment.status == .stopped {
      return Decision(.stopped, variant: experiment.variants.isEmpty ? nil : 0)
    }
    if unit.isEmpty { return Decision(.noUnit) }
    if let namespace = experiment.namespace, !namespace.contains(unit) { return Decision(.namespace) }
    if let condition = experiment.condition, !condition.passes(attributes ?? .none) {
      return Decision(.condition)
    }
    let value = hash.value(of: unit)
    let variant = chooseVariation(value, ranges)
    if variant < 0 { return Decision(.notCovered, hashValue: value) }
    return Decision(.assigned, variant: variant, hashValue: value)
  }

  /// Decides for the unit that is among the attributes, under the experiment's hash attribute.
  package func decide(attributes: Attributes, override: Int? = nil) -> Decision {
    withBytes(of: attributes.unit(of: experiment.hashAttribute) ?? "") {
      decide(unit: $0, attributes: attributes, override: override)
    }
  }

  /// The place of the variant of that key.
  package func place(ofVariant key: String) -> Int? { experiment.place(ofVariant: key) }
}

extension Experiment {
  /// The place of the variant of that key.
  package func place(ofVariant key: String) -> Int? {
    variants.firstIndex { $0.key.hasSameScalars(as: key) }
  }
}
