import JSONText

/// One possible set of the parts of a value that a subschema evaluates (core §11), with the conditions for it.
struct EvaluatedPart {
  /// The additional nodes that must hold for the parts to count.
  var guards: [Int] = []
  var names: Set<ExactString> = []
  var patterns: [TextPattern] = []
  /// The number of evaluated elements from the start.
  var prefix = 0
  var evaluatesAllMembers = false
  var evaluatesAllElements = false
  /// Whether `contains` evaluates elements, depending on their values.
  var evaluatesSomeElements = false

  /// The parts and guards of both.
  func joined(with other: EvaluatedPart) -> EvaluatedPart {
    var joined = self
    joined.guards += other.guards
    joined.names.formUnion(other.names)
    joined.patterns += other.patterns
    joined.prefix = max(prefix, other.prefix)
    joined.evaluatesAllMembers = evaluatesAllMembers || other.evaluatesAllMembers
    joined.evaluatesAllElements = evaluatesAllElements || other.evaluatesAllElements
    joined.evaluatesSomeElements = evaluatesSomeElements || other.evaluatesSomeElements
    return joined
  }

  /// Whether no part is evaluated, regardless of the guards.
  var isNothing: Bool {
    names.isEmpty && patterns.isEmpty && prefix == 0 && !evaluatesAllMembers && !evaluatesAllElements
      && !evaluatesSomeElements
  }
}
