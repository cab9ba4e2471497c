internal import JSONText

/// A part of a condition that tests a whole object of attributes.
protocol ConditionClause: AnyObject, Sendable {
  /// The location of this part, from the condition's root.
  var pointer: JSONPointer { get }

  func passes(_ root: JSONValue) -> Bool

  /// The innermost part that makes this one fail; nil when it passes. A `$or`, `$nor` or `$not` fails as a whole.
  func firstFailure(in root: JSONValue) -> JSONPointer?
}

extension ConditionClause {
  func firstFailure(in root: JSONValue) -> JSONPointer? { passes(root) ? nil : pointer }
}

/// Passes when all clauses do: the members of an object, or the elements of `$and`.
final class EveryClause: ConditionClause {
  let pointer: JSONPointer
  private let clauses: [any ConditionClause]

  init(_ clauses: [any ConditionClause], at pointer: JSONPointer) {
    self.clauses = clauses
    self.pointer = pointer
  }

  func passes(_ root: JSONValue) -> Bool {
    for clause in clauses where !clause.passes(root) { return false }
    return true
  }

  func firstFailure(in root: JSONValue) -> JSONPointer? {
    for clause in clauses {
      if let failure = clause.firstFailure(in: root) { return failure }
    }
    return nil
  }
}

/// `$or` and its opposite `$nor`. An empty `$or` passes and an empty `$nor` fails, as in GrowthBook's SDKs.
final class AnyClause: ConditionClause {
  let pointer: JSONPointer
  private let clauses: [any ConditionClause]
  private let isNegated: Bool

  init(_ clauses: [any ConditionClause], isNegated: Bool, at pointer: JSONPointer) {
    self.clauses = clauses
    self.isNegated = isNegated
    self.pointer = pointer
  }

  func passes(_ root: JSONValue) -> Bool { isAnyPassed(root) != isNegated }

  private func isAnyPassed(_ root: JSONValue) -> Bool {
    if clauses.isEmpty { return true }
    for clause in clauses where clause.passes(root) { return true }
    return false
  }
}

/// `$not` of a whole condition.
final class NotClause: ConditionClause {
  let pointer: JSONPointer
  private let clause: any ConditionClause

  init(_ clause: any ConditionClause, at pointer: JSONPointer) {
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ root: JSONValue) -> Bool { !clause.passes(root) }
}

/// A test of one attribute.
final class AttributeClause: ConditionClause {
  let pointer: JSONPointer
  private let path: AttributePath
  private let clause: any ValueClause

  init(_ path: AttributePath, _ clause: any ValueClause, at pointer: JSONPointer) {
    self.path = path
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ root: JSONValue) -> Bool { clause.passes(path.value(in: root)) }

  func firstFailure(in root: JSONValue) -> JSONPointer? { clause.firstFailure(in: path.value(in: root)) }
}

/// A clause that gives the same result for all attributes.
final class ConstantClause: ConditionClause {
  let pointer: JSONPointer
  private let result: Bool

  init(_ result: Bool, at pointer: JSONPointer) {
    self.result = result
    self.pointer = pointer
  }

  func passes(_ root: JSONValue) -> Bool { result }
}
