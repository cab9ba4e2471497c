/// The variant that a unit gets.
package struct Decision: Sendable, Equatable {
  package let reason: DecisionReason
  /// The index of the variant in the experiment; nil for the definition without changes.
  package let variant: Int?
  /// The unit's hash value; nil when the decision did not need it.
  package let hashValue: Double?

  /// Whether the unit takes part: it is assigned or forced to a variant, or the request names one.
  package var inExperiment: Bool {
    switch reason {
    case .override, .forced, .assigned: true
    case .stopped, .noUnit, .namespace, .condition, .notCovered: false
    }
  }

  init(_ reason: DecisionReason, variant: Int? = nil, hashValue: Double? = nil) {
    self.reason = reason
    self.variant = variant
    self.hashValue = hashValue
  }
}
