package import JSONText

/// An error in a condition.
package struct ConditionError: Sendable, Equatable {
  package enum Code: String, Sendable, CaseIterable {
    case unknownOperator = "unknown-operator"
    case misplacedOperator = "misplaced-operator"
    case unknownGroup = "unknown-group"
    case wrongType = "wrong-type"
    case invalidValue = "invalid-value"
    case invalidPattern = "invalid-pattern"
    case tooDeep = "too-deep"
    case tooLarge = "too-large"
  }

  package let code: Code
  /// The location, from the condition's root.
  package let pointer: JSONPointer
  package let message: String
  /// The unknown name; nil for an error of another kind.
  package let name: String?
  /// The known names, for a hint at the nearest one.
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

/// The errors of a condition that cannot be used.
package struct ConditionErrors: Error, Sendable, Equatable {
  package let errors: [ConditionError]

  /// The largest number of errors that are collected.
  package static let limit = 100
}
