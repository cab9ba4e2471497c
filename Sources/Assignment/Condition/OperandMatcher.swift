package import JSONText

/// The compiled operand of an operator beside GrowthBook's.
package protocol OperandMatcher: Sendable {
  /// - Parameter value: the value of the attribute; null for a missing one.
  func passes(_ value: JSONValue) -> Bool
}

/// Compiles the operand of an operator beside GrowthBook's. Nothing else limits the time of its test.
package typealias OperandCompile =
  @Sendable (_ operand: JSONValue) throws(OperandError) -> any OperandMatcher

/// The reason why a value is not the operand of an operator.
package struct OperandError: Error, Sendable, Equatable {
  /// The place in the operand.
  package let pointer: JSONPointer
  package let message: String

  package init(at pointer: JSONPointer, _ message: String) {
    self.pointer = pointer
    self.message = message
  }
}
