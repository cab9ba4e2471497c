/// The size limits of a condition, which is untrusted input and is evaluated for each request.
package struct ConditionLimits: Sendable {
  /// The nesting depth of objects and lists. Evaluation recurses to this depth; people write three levels.
  package var depth = 32
  /// The number of clauses and list elements together.
  package var parts = 10_000
  /// The length of a `$regex` pattern, in bytes.
  package var patternBytes = 1_000

  package init() {}
}
