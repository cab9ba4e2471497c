internal import JSONText

// The clause of each operator and its operand.
extension ConditionCompiler {
  mutating func operation(
    _ operation: ConditionOperator, _ operand: JSONValue, at pointer: JSONPointer, depth: Int
  ) -> any ValueClause {
    switch operation {
    case .equal: identity(operation, operand, negated: false, at: pointer)
    case .notEqual: identity(operation, operand, negated: true, at: pointer)
    case .less: order(.less, operation, operand, at: pointer)
    case .lessOrEqual: order(.lessOrEqual, operation, operand, at: pointer)
    case .greater: order(.greater, operation, operand, at: pointer)
    case .greaterOrEqual: order(.greaterOrEqual, operation, operand, at: pointer)
    case .versionEqual: version(.equal, operation, operand, at: pointer)
    case .versionNotEqual: version(.notEqual, operation, operand, at: pointer)
    case .versionLess: version(.less, operation, operand, at: pointer)
    case .versionLessOrEqual: version(.lessOrEqual, operation, operand, at: pointer)
    case .versionGreater: version(.greater, operation, operand, at: pointer)
    case .versionGreaterOrEqual: version(.greaterOrEqual, operation, operand, at: pointer)
    case .isIn: membership(operation, operand, negated: false, at: pointer)
    case .isNotIn: membership(operation, operand, negated: true, at: pointer)
    case .isInIgnoringCase: membership(operation, operand, negated: false, ignoringCase: true, at: pointer)
    case .isNotInIgnoringCase: membership(operation, operand, negated: true, ignoringCase: true, at: pointer)
    case .isInGroup: group(operation, operand, negated: false, at: pointer)
    case .isNotInGroup: group(operation, operand, negated: true, at: pointer)
    case .all: all(operation, operand, ignoringCase: false, at: pointer, depth: depth)
    case .allIgnoringCase: all(operation, operand, ignoringCase: true, at: pointer, depth: depth)
    case .size: size(operand, at: pointer, depth: depth)
    case .exists: exists(operand, at: pointer)
    case .type: type(operand, at: pointer)
    case .pattern: pattern(operation, operand, negated: false, at: pointer)
    case .patternIgnoringCase: pattern(operation, operand, negated: false, ignoringCase: true, at: pointer)
    case .notPattern: pattern(operation, operand, negated: true, at: pointer)
    case .notPatternIgnoringCase: pattern(operation, operand, negated: true, ignoringCase: true, at: pointer)
    case .elementMatch: elements(operand, at: pointer, depth: depth)
    case .not: NotValueClause(value(operand, at: pointer, depth: depth + 1), at: pointer)
    }
  }

  private mutating func identity(
    _ operation: ConditionOperator, _ operand: JSONValue, negated: Bool, at pointer: JSONPointer
  ) -> any ValueClause {
    if operand.isCompound {
      refuseIfStrict(
        .wrongType, pointer,
        "\(operation.rawValue) compares strings, numbers, booleans and null only, not \(operand.kind.phrase)")
    }
    return test(IdentityTest(other: operand, isNegated: negated), at: pointer)
  }

  private mutating func order(
    _ relation: OrderRelation, _ operation: ConditionOperator, _ operand: JSONValue, at pointer: JSONPointer
  ) -> any ValueClause {
    if operand.kind != .number && operand.kind != .string {
      refuseIfStrict(
        .wrongType, pointer,
        "\(operation.rawValue) takes a number or a string, this is \(operand.kind.phrase)")
    }
    return test(OrderTest(relation, operand), at: pointer)
  }

  private mutating func version(
    _ relation: OrderRelation, _ operation: ConditionOperator, _ operand: JSONValue, at pointer: JSONPointer
  ) -> any ValueClause {
    if operand.kind != .string && operand.kind != .number {
      refuseIfStrict(
        .wrongType, pointer,
        "\(operation.rawValue) takes a version as a string, this is \(operand.kind.phrase)")
    }
    return test(VersionTest(relation: relation, version: VersionText(operand)), at: pointer)
  }

  private mutating func membership(
    _ operation: ConditionOperator, _ operand: JSONValue, negated: Bool, ignoringCase: Bool = false,
    at pointer: JSONPointer
  ) -> any ValueClause {
    guard case .array(let elements) = operand else {
      refuseIfStrict(
        .wrongType, pointer, "\(operation.rawValue) takes an array, this is \(operand.kind.phrase)")
      return constant(false, at: pointer)
    }
    guard admits(more: elements.count, at: pointer) else { return constant(false, at: pointer) }
    for (place, element) in elements.enumerated() where element.isCompound {
      refuseIfStrict(
        .wrongType, pointer.appending(place),
        "\(operation.rawValue) finds strings, numbers, booleans and null only, not \(element.kind.phrase)")
    }
    let list = ValueList(elements, ignoringCase: ignoringCase)
    return test(MembershipTest(list: list, isNegated: negated), at: pointer)
  }

  private mutating func group(
    _ operation: ConditionOperator, _ operand: JSONValue, negated: Bool, at pointer: JSONPointer
  ) -> any ValueClause {
    guard case .string(let name) = operand else {
      refuseIfStrict(
        .wrongType, pointer, "\(operation.rawValue) takes the name of a group, this is \(operand.kind.phrase)"
      )
      return test(MembershipTest(list: ValueList([]), isNegated: negated), at: pointer)
    }
    readsGroups = true
    if let list = groups[name] { return test(MembershipTest(list: list, isNegated: negated), at: pointer) }
    if unknownGroups == .refused {
      refuseIfStrict(.unknownGroup, pointer, "unknown group \"\(name)\"", name: name, known: groups.names)
    }
    return test(MembershipTest(list: ValueList([]), isNegated: negated), at: pointer)
  }

  private mutating func all(
    _ operation: ConditionOperator, _ operand: JSONValue, ignoringCase: Bool, at pointer: JSONPointer,
    depth: Int
  ) -> any ValueClause {
    guard case .array(let elements) = operand else {
      refuseIfStrict(
        .wrongType, pointer, "\(operation.rawValue) takes an array, this is \(operand.kind.phrase)")
      return constant(false, at: pointer)
    }
    return AllClause(
      elements.enumerated().map {
        value($1, at: pointer.appending($0), depth: depth + 2, ignoringCase: ignoringCase)
      }, at: pointer)
  }

  private mutating func size(_ operand: JSONValue, at pointer: JSONPointer, depth: Int) -> any ValueClause {
    if operand.kind != .number && !Self.isOperatorObject(operand) {
      refuseIfStrict(.wrongType, pointer, "$size takes a number or operators, this is \(operand.kind.phrase)")
    }
    return SizeClause(value(operand, at: pointer, depth: depth + 1), at: pointer)
  }

  private mutating func exists(_ operand: JSONValue, at pointer: JSONPointer) -> any ValueClause {
    if operand.kind != .boolean {
      refuseIfStrict(.wrongType, pointer, "$exists takes true or false, this is \(operand.kind.phrase)")
    }
    return test(ExistenceTest(expected: operand.isTruthy), at: pointer)
  }

  private mutating func type(_ operand: JSONValue, at pointer: JSONPointer) -> any ValueClause {
    guard case .string(let name) = operand else {
      refuseIfStrict(.wrongType, pointer, "$type takes the name of a type, this is \(operand.kind.phrase)")
      return constant(false, at: pointer)
    }
    if let kind = JSONKind(rawValue: name) { return test(KindTest(kind: kind), at: pointer) }
    refuseIfStrict(
      .invalidValue, pointer, "unknown type \"\(name)\"", name: name,
      known: ["array", "boolean", "null", "number", "object", "string"])
    return constant(false, at: pointer)
  }

  private mutating func pattern(
    _ operation: ConditionOperator, _ operand: JSONValue, negated: Bool, ignoringCase: Bool = false,
    at pointer: JSONPointer
  ) -> any ValueClause {
    guard case .string(let pattern) = operand else {
      refuseIfStrict(
        .wrongType, pointer,
        "\(operation.rawValue) takes a regular expression as a string, this is \(operand.kind.phrase)")
      return constant(false, at: pointer)
    }
    guard pattern.utf8.count <= limits.patternBytes else {
      refuse(.tooLarge, pointer, "a regular expression has at most \(limits.patternBytes) bytes")
      return constant(false, at: pointer)
    }
    do throws(PatternError) {
      return test(PatternTest(matcher: try patterns(pattern, ignoringCase), isNegated: negated), at: pointer)
    } catch {
      refuseIfStrict(.invalidPattern, pointer, "not a regular expression: \(error.message)")
      return constant(false, at: pointer)
    }
  }
}

extension JSONValue {
  fileprivate var isCompound: Bool { kind == .array || kind == .object }
}
