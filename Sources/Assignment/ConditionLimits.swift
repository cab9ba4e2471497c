/// What a condition may cost. A condition comes from outside, and is evaluated for each request.
package struct ConditionLimits: Sendable {
  /// How deep objects and lists may be nested. People write three levels; evaluation recurses as deep.
  package var depth = 32
  /// How many clauses and list elements there may be in all.
  package var parts = 10_000
  /// How long the pattern of a `$regex` may be, in bytes.
  package var patternBytes = 1_000

  package init() {}
}
