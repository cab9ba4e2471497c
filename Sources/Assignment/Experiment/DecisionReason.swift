/// The step that decided which variant a unit gets.
package enum DecisionReason: String, Sendable, CaseIterable {
  /// The request named the variant.
  case override
  /// The experiment names the unit.
  case forced
  /// The experiment is stopped: everybody gets its first variant.
  case stopped
  /// The request has no unit to hash.
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
