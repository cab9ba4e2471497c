import JSONText

/// One way in which a subschema may evaluate parts of a value (core §11): the parts, when the guards hold.
struct EvaluatedPart {
  /// Nodes that must hold for the parts to count, beside those that hold anyway.
  var guards: [Int] = []
  var names: Set<ExactString> = []
  var patterns: [TextPattern] = []
  /// Elements from the start.
  var prefix = 0
  var evaluatesAllMembers = false
  var evaluatesAllElements = false
  /// Whether `contains` evaluates elements: which ones depends on their values.
  var evaluatesSomeElements = false

  /// Both together.
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

  /// Whether no part is evaluated, whatever the guards.
  var isNothing: Bool {
    names.isEmpty && patterns.isEmpty && prefix == 0 && !evaluatesAllMembers && !evaluatesAllElements
      && !evaluatesSomeElements
  }
}
