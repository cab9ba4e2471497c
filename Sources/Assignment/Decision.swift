/// The step that decided which variant a unit gets.
package enum DecisionReason: String, Sendable, CaseIterable {
  /// The request named the variant.
  case override
  /// The experiment names the unit.
  case forced
  /// The experiment is stopped: everybody gets its first variant.
  case stopped
  /// There is nothing to hash.
  case noUnit = "no-unit"
  /// The unit is outside the experiment's part of its namespace.
  case namespace
  /// The unit's attributes do not meet the condition.
  case condition
  /// The unit's hash is in no variant's range.
  case notCovered = "not-covered"
  /// The unit's hash is in the variant's range.
  case assigned
}

/// Which variant a unit gets.
package struct Decision: Sendable, Equatable {
  package let reason: DecisionReason
  /// The variant's place among the experiment's; nil for the definition as it is.
  package let variant: Int?
  /// Where the unit's hash stands; nil when the decision came before it was needed.
  package let hashValue: Double?

  /// Whether the unit takes part: it was assigned or forced to a variant, or asked for it.
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
