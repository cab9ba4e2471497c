internal import JSONText

/// A part of a condition that tests one value.
///
/// Clauses are classes and leaves are generic over their test: evaluation then copies no strings and counts no
/// references.
protocol ValueClause: AnyObject, Sendable {
  /// The location of this part, from the condition's root.
  var pointer: JSONPointer { get }

  func passes(_ value: JSONValue) -> Bool

  /// The innermost part that makes this one fail; nil when it passes.
  func firstFailure(in value: JSONValue) -> JSONPointer?
}

extension ValueClause {
  func firstFailure(in value: JSONValue) -> JSONPointer? { passes(value) ? nil : pointer }
}

final class TestClause<Test: ValueTest>: ValueClause {
  let pointer: JSONPointer
  private let test: Test

  init(_ test: Test, at pointer: JSONPointer) {
    self.test = test
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool { test.passes(value) }
}

/// Several operators on one value, all of which must pass.
final class OperatorsClause: ValueClause {
  let pointer: JSONPointer
  private let clauses: [any ValueClause]

  init(_ clauses: [any ValueClause], at pointer: JSONPointer) {
    self.clauses = clauses
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool {
    for clause in clauses where !clause.passes(value) { return false }
    return true
  }

  func firstFailure(in value: JSONValue) -> JSONPointer? {
    for clause in clauses {
      if let failure = clause.firstFailure(in: value) { return failure }
    }
    return nil
  }
}

/// `$not` under an attribute's name.
final class NotValueClause: ValueClause {
  let pointer: JSONPointer
  private let clause: any ValueClause

  init(_ clause: any ValueClause, at pointer: JSONPointer) {
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool { !clause.passes(value) }
}
