internal import JSONText

/// An experiment compiled for serving. A decision takes no lock and, without a condition, allocates nothing. It is a
/// class, so passing it copies one reference.
package final class CompiledExperiment: Sendable {
  package let experiment: Experiment
  /// The range of each variant, in their order.
  package let ranges: [BucketRange]
  let hash: UnitHash
  private let forced: ForcedUnits
  /// Whether a decision needs more than the request's unit: attributes for a condition, or another attribute to
  /// hash.
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
  ///   - unit: the unit's UTF-8 bytes; empty for a request without a unit.
  ///   - attributes: the attributes that the condition tests; nil for none.
  ///   - override: the index of the variant that the request names; ignored when there is no such variant.
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

  /// Decides for the unit in the experiment's hash attribute.
  package func decide(attributes: Attributes, override: Int? = nil) -> Decision {
    withBytes(of: attributes.unit(of: experiment.hashAttribute) ?? "") {
      decide(unit: $0, attributes: attributes, override: override)
    }
  }

  /// The index of the variant with this key.
  package func index(ofVariant key: String) -> Int? { experiment.index(ofVariant: key) }
}

extension Experiment {
  /// The index of the variant with this key.
  package func index(ofVariant key: String) -> Int? {
    variants.firstIndex { $0.key.hasSameScalars(as: key) }
  }
}
