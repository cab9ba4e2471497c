internal import JSONText

/// `$size`: tests the number of elements of an array.
final class SizeClause: ValueClause {
  let pointer: JSONPointer
  private let clause: any ValueClause

  init(_ clause: any ValueClause, at pointer: JSONPointer) {
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value else { return false }
    return clause.passes(.number(JSONNumber(elements.count)))
  }
}

/// `$all`: each clause passes for at least one element.
final class AllClause: ValueClause {
  let pointer: JSONPointer
  private let clauses: [any ValueClause]

  init(_ clauses: [any ValueClause], at pointer: JSONPointer) {
    self.clauses = clauses
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value else { return false }
    for clause in clauses where !elements.contains(where: clause.passes) { return false }
    return true
  }
}

/// `$elemMatch` with operators. An element that is null, false, 0 or an empty string never matches.
final class SomeElementClause: ValueClause {
  let pointer: JSONPointer
  private let clause: any ValueClause

  init(_ clause: any ValueClause, at pointer: JSONPointer) {
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value else { return false }
    return elements.contains { $0.isTruthy && clause.passes($0) }
  }
}

/// `$elemMatch` with a condition on the members of an element.
final class SomeObjectClause: ValueClause {
  let pointer: JSONPointer
  private let clause: any ConditionClause

  init(_ clause: any ConditionClause, at pointer: JSONPointer) {
    self.clause = clause
    self.pointer = pointer
  }

  func passes(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value else { return false }
    return elements.contains { $0.isTruthy && clause.passes($0) }
  }
}
