internal import JSONText

/// Compiles a condition's JSON to clauses and collects its errors.
struct ConditionCompiler {
  let groups: ConditionGroups
  let strictness: Condition.Strictness
  let unknownGroups: Condition.UnknownGroups
  let limits: ConditionLimits
  let patterns: PatternCompile
  /// The operators beside GrowthBook's, by name.
  private let operators: [String: OperandCompile]
  private(set) var errors: [ConditionError] = []
  private(set) var attributePaths: [String] = []
  private var namedAttributes: Set<ExactString> = []
  private(set) var partCount = 0
  var readsGroups = false
  /// Whether attribute names refer to members of an array's elements.
  private var isInsideElements = false

  var isStrict: Bool { strictness == .strict }

  init(
    groups: ConditionGroups, strictness: Condition.Strictness, unknownGroups: Condition.UnknownGroups,
    limits: ConditionLimits, patterns: @escaping PatternCompile, operators: [String: OperandCompile]
  ) {
    self.groups = groups
    self.strictness = strictness
    self.unknownGroups = unknownGroups
    self.limits = limits
    self.patterns = patterns
    self.operators = operators
  }

  mutating func compile(_ source: JSONValue) -> any ConditionClause {
    guard case .object = source else {
      refuse(.wrongType, .root, "a condition is an object, this is \(source.kind.phrase)")
      return ConstantClause(false, at: .root)
    }
    return object(source, at: .root, depth: 1)
  }

  // MARK: Over attributes

  mutating func object(_ source: JSONValue, at pointer: JSONPointer, depth: Int) -> any ConditionClause {
    guard admits(depth: depth, at: pointer) else {
      return ConstantClause(false, at: pointer)
    }
    guard case .object(let object) = source else {
      refuseIfStrict(.wrongType, pointer, "a condition is an object, this is \(source.kind.phrase)")
      // The SDK finds no members to test, so the condition passes; on null the SDK itself throws.
      return ConstantClause(source != .null, at: pointer)
    }
    let clauses = object.members.map {
      member($0.name, $0.value, at: pointer.appending($0.name), depth: depth)
    }
    return EveryClause(clauses, at: pointer)
  }

  private mutating func member(
    _ name: String, _ value: JSONValue, at pointer: JSONPointer, depth: Int
  ) -> any ConditionClause {
    switch name {
    case "$and":
      guard let clauses = list(value, name, at: pointer, depth: depth) else {
        return ConstantClause(value != .null, at: pointer)
      }
      return EveryClause(clauses, at: pointer)
    case "$or", "$nor":
      let isNegated = name == "$nor"
      guard let clauses = list(value, name, at: pointer, depth: depth) else {
        return ConstantClause(value != .null && !isNegated, at: pointer)
      }
      return AnyClause(clauses, isNegated: isNegated, at: pointer)
    case "$not":
      return NotClause(object(value, at: pointer, depth: depth + 1), at: pointer)
    default:
      checkAttributeName(name, value, at: pointer)
      note(attribute: name)
      let clause = self.value(value, at: pointer, depth: depth + 1)
      return AttributeClause(AttributePath(name), clause, at: pointer)
    }
  }

  private mutating func list(
    _ value: JSONValue, _ name: String, at pointer: JSONPointer, depth: Int
  ) -> [any ConditionClause]? {
    guard case .array(let elements) = value else {
      refuseIfStrict(
        .wrongType, pointer, "\(name) takes an array of conditions, this is \(value.kind.phrase)")
      return nil
    }
    return elements.enumerated().map { object($1, at: pointer.appending($0), depth: depth + 2) }
  }

  /// Refuses an operator in place of an attribute's name. Any other name with `$` counts as an attribute if its value
  /// is an object of operators, and as an unknown operator otherwise.
  private mutating func checkAttributeName(_ name: String, _ value: JSONValue, at pointer: JSONPointer) {
    guard isStrict, name.utf8.first == UInt8(ascii: "$") else { return }
    if ConditionOperator(rawValue: name) != nil {
      refuseIfStrict(.misplacedOperator, pointer, "\(name) belongs under an attribute's name")
    } else if !Self.isOperatorObject(value) {
      refuse(
        .unknownOperator, pointer, "unknown operator \"\(name)\"", name: name,
        known: ConditionOperator.logicalNames)
    }
  }

  private mutating func note(attribute: String) {
    guard !isInsideElements, namedAttributes.insert(ExactString(attribute)).inserted else { return }
    attributePaths.append(attribute)
  }

  // MARK: Over a value

  mutating func value(
    _ source: JSONValue, at pointer: JSONPointer, depth: Int, ignoringCase: Bool = false
  ) -> any ValueClause {
    guard admits(depth: depth, at: pointer) else { return constant(false, at: pointer) }
    switch source {
    case .string(let text):
      if ignoringCase { return test(CaselessTextTest(text), at: pointer) }
      return test(TextTest(text), at: pointer)
    case .number(let number): return test(NumberTest(number: number.double), at: pointer)
    case .bool(let flag): return test(FlagTest(flag: flag), at: pointer)
    case .null: return test(NullTest(), at: pointer)
    case .array: return test(WrittenTest(other: source), at: pointer)
    case .object(let object):
      if Self.isOperatorObject(source) { return operators(object, at: pointer, depth: depth) }
      if let name = object.names.first(where: { $0.utf8.first == UInt8(ascii: "$") }) {
        refuseIfStrict(
          .misplacedOperator, pointer.appending(name), "\(name) is mixed with names that are not operators")
      }
      return test(WrittenTest(other: source), at: pointer)
    }
  }

  mutating func operators(_ object: JSONObject, at pointer: JSONPointer, depth: Int) -> any ValueClause {
    let clauses = object.members.map { member -> any ValueClause in
      let location = pointer.appending(member.name)
      guard admits(depth: depth, at: location) else { return constant(false, at: location) }
      if let compile = operators[member.name] { return own(compile, member.value, at: location) }
      guard let known = ConditionOperator(rawValue: member.name) else {
        refuseIfStrict(
          .unknownOperator, location, "unknown operator \"\(member.name)\"", name: member.name,
          known: ConditionOperator.names + operators.keys.sorted())
        return constant(false, at: location)
      }
      return operation(known, member.value, at: location, depth: depth)
    }
    return OperatorsClause(clauses, at: pointer)
  }

  private mutating func own(
    _ compile: OperandCompile, _ operand: JSONValue, at pointer: JSONPointer
  ) -> any ValueClause {
    do throws(OperandError) {
      return test(OperandTest(matcher: try compile(operand)), at: pointer)
    } catch {
      refuse(.invalidValue, pointer.appending(error.pointer), error.message)
      return constant(false, at: pointer)
    }
  }

  mutating func elements(_ operand: JSONValue, at pointer: JSONPointer, depth: Int) -> any ValueClause {
    guard case .object(let object) = operand else {
      refuseIfStrict(.wrongType, pointer, "$elemMatch takes an object, this is \(operand.kind.phrase)")
      return constant(false, at: pointer)
    }
    if Self.isOperatorObject(operand) {
      return SomeElementClause(operators(object, at: pointer, depth: depth + 1), at: pointer)
    }
    let outer = isInsideElements
    isInsideElements = true
    defer { isInsideElements = outer }
    return SomeObjectClause(self.object(operand, at: pointer, depth: depth + 1), at: pointer)
  }

  // MARK: Faults and limits

  /// Counts one part. False, with an error, when it exceeds the limit of depth or of parts.
  mutating func admits(depth: Int, at pointer: JSONPointer) -> Bool {
    guard depth <= limits.depth else {
      refuse(.tooDeep, pointer, "a condition is nested at most \(limits.depth) deep")
      return false
    }
    return admits(more: 1, at: pointer)
  }

  mutating func admits(more count: Int, at pointer: JSONPointer) -> Bool {
    let wasWithin = partCount <= limits.parts
    partCount += min(count, limits.parts + 1)
    guard partCount > limits.parts else { return true }
    if wasWithin { refuse(.tooLarge, pointer, "a condition has at most \(limits.parts) parts") }
    partCount = limits.parts + 1
    return false
  }

  /// Adds an error in a strict compilation only.
  mutating func refuseIfStrict(
    _ code: ConditionError.Code, _ pointer: JSONPointer, _ message: String, name: String? = nil,
    known: [String] = []
  ) {
    if isStrict { refuse(code, pointer, message, name: name, known: known) }
  }

  mutating func refuse(
    _ code: ConditionError.Code, _ pointer: JSONPointer, _ message: String, name: String? = nil,
    known: [String] = []
  ) {
    guard errors.count < ConditionErrors.limit else { return }
    errors.append(ConditionError(code, at: pointer, message, name: name, known: known))
  }

  func test(_ test: some ValueTest, at pointer: JSONPointer) -> any ValueClause {
    TestClause(test, at: pointer)
  }

  func constant(_ result: Bool, at pointer: JSONPointer) -> any ValueClause {
    test(ConstantTest(result: result), at: pointer)
  }

  /// Whether the value is an object of operators: it has members, and all their names begin with `$`.
  static func isOperatorObject(_ value: JSONValue) -> Bool {
    guard case .object(let object) = value, !object.isEmpty else { return false }
    return object.members.allSatisfy { $0.name.utf8.first == UInt8(ascii: "$") }
  }
}
