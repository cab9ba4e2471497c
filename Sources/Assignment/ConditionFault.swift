package import JSONText

/// One thing that is wrong with a condition.
package struct ConditionFault: Sendable, Equatable {
  package enum Code: String, Sendable, CaseIterable {
    case unknownOperator = "unknown-operator"
    case unknownGroup = "unknown-group"
    case wrongType = "wrong-type"
    case invalidValue = "invalid-value"
    case invalidPattern = "invalid-pattern"
    case tooDeep = "too-deep"
    case tooLarge = "too-large"
  }

  package let code: Code
  /// Where, from the condition's own root.
  package let pointer: JSONPointer
  package let message: String
  /// The name that is not known, and those that are, for a hint at the nearest.
  package let name: String?
  package let known: [String]

  package init(
    _ code: Code, at pointer: JSONPointer, _ message: String, name: String? = nil, known: [String] = []
  ) {
    self.code = code
    self.pointer = pointer
    self.message = message
    self.name = name
    self.known = known
  }
}

/// A condition that cannot be used, with everything that is wrong with it, at most ``limit`` things.
package struct ConditionError: Error, Sendable, Equatable {
  package let faults: [ConditionFault]

  /// Faults beyond this many are not collected.
  package static let limit = 100
}
