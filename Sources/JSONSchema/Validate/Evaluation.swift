import JSONText

/// The state of one validation.
///
/// It works in two modes. Deciding stops at the first error and keeps no locations, so that a valid instance costs
/// nearly no allocation. Collecting keeps locations and gathers errors.
struct Evaluation {
  /// A step on the path into the instance.
  enum Step {
    case name(String)
    case index(Int)
  }

  let schema: CompiledSchema
  private(set) var isCollecting: Bool
  private(set) var limit: Int
  /// Whether to collect the errors of the branches of `anyOf` and `oneOf`, too.
  private let describesBranches: Bool
  /// The number of branches around the present schema, in collecting mode.
  private var branchDepth = 0

  private(set) var errors: [ValidationError] = []
  private(set) var omitted = 0
  var instancePath: [Step] = []
  var keywordPath: [Step] = []

  /// The dynamic scope: the resources that evaluation has passed through, outermost first (core §7.1). Empty when the
  /// schema has no dynamic reference.
  private(set) var scope: [Int] = []

  /// The evaluated members or elements, one set for each schema with `unevaluated…` that is being evaluated. An index
  /// into this list is called a tracker.
  var evaluated: [EvaluatedSet] = []

  private var depth = 0
  private let maximumSteps: Int
  private(set) var remainingSteps: Int
  /// The exceeded limit. Once it is set, everything fails, under `not` too.
  private(set) var exceeded: ValidationError?

  /// Begins in deciding mode.
  init(_ schema: CompiledSchema, steps: Int) {
    self.schema = schema
    isCollecting = false
    limit = 0
    describesBranches = false
    maximumSteps = steps
    remainingSteps = steps
  }

  /// Begins in collecting mode.
  init(_ schema: CompiledSchema, limit: Int, steps: Int, describesBranches: Bool) {
    self.schema = schema
    isCollecting = true
    self.limit = limit
    self.describesBranches = describesBranches
    maximumSteps = steps
    remainingSteps = steps
  }

  // MARK: Deciding without collecting

  /// Runs a body in deciding mode.
  mutating func deciding(_ body: (inout Evaluation) -> Bool) -> Bool {
    let wasCollecting = isCollecting
    isCollecting = false
    defer { isCollecting = wasCollecting }
    return body(&self)
  }

  /// Runs a body and returns its errors instead of adding them.
  mutating func branch(_ body: (inout Evaluation) -> Bool) -> (holds: Bool, errors: [ValidationError]) {
    guard isCollecting else { return (body(&self), []) }
    guard describesBranches else { return (deciding(body), []) }
    branchDepth += 1
    defer { branchDepth -= 1 }
    let outer = (errors, omitted, limit)
    (errors, omitted, limit) = ([], 0, SchemaLimits.errorsPerBranch)
    let holds = body(&self)
    let found = errors
    (errors, omitted, limit) = outer
    return (holds, found)
  }

  // MARK: Depth and scope

  /// Begins the evaluation of a node, which ``leave()`` ends. False when a limit is exceeded.
  @inline(__always)
  mutating func enter(_ node: SchemaNode) -> Bool {
    guard spend(1, at: node) else { return false }
    guard depth < SchemaLimits.evaluationDepth else {
      exceed(.tooDeep(limit: SchemaLimits.evaluationDepth), at: node)
      return false
    }
    depth += 1
    return true
  }

  @inline(__always)
  mutating func leave() { depth -= 1 }

  /// Makes the resource of a node the innermost of the dynamic scope.
  mutating func enterScope(_ node: SchemaNode) { scope.append(node.resource) }
  mutating func leaveScope() { scope.removeLast() }

  // MARK: Locations

  /// Appends a keyword to the keyword location, in collecting mode. ``pop()`` removes it.
  @inline(__always)
  mutating func push(_ keyword: String) { if isCollecting { keywordPath.append(.name(keyword)) } }

  @inline(__always)
  mutating func pop() { if isCollecting { keywordPath.removeLast() } }

  /// Appends a step to the instance location, and a keyword with an optional inner step to the keyword location.
  /// ``leave(_:)`` with the same inner step removes them.
  mutating func enter(_ step: Step, by keyword: String, _ inner: Step? = nil) {
    instancePath.append(step)
    keywordPath.append(.name(keyword))
    if let inner { keywordPath.append(inner) }
  }

  mutating func leave(_ inner: Step? = nil) {
    instancePath.removeLast()
    keywordPath.removeLast(inner == nil ? 1 : 2)
  }

  /// Whether evaluation continues after an error.
  @inline(__always)
  var goesOn: Bool { isCollecting && exceeded == nil }

  /// Whether one error is enough: in deciding mode, and in a branch, whose errors only say why it does not match.
  @inline(__always)
  var isFailing: Bool { !isCollecting || branchDepth > 0 }

  // MARK: Failing

  /// Adds an error in collecting mode. Returns false, so that a check can return the call's result.
  @inline(never)
  mutating func fail(
    _ kind: @autoclosure () -> ValidationError.Kind, at node: SchemaNode, _ keyword: String? = nil
  ) -> Bool {
    guard isCollecting else { return false }
    guard errors.count < limit else {
      omitted += 1
      return false
    }
    errors.append(error(kind(), at: node, keyword))
    return false
  }

  private func error(_ kind: ValidationError.Kind, at node: SchemaNode, _ keyword: String?)
    -> ValidationError
  {
    let own = keyword.map { [$0] } ?? []
    let inner = JSONPointer(tokens: node.pointer.tokens + own)
    return ValidationError(
      instance: JSONPointer(tokens: instancePath.map(\.token)),
      keyword: JSONPointer(tokens: keywordPath.map(\.token) + own),
      absolute: schema.resources[node.resource].uri + "#" + inner.fragment, kind: kind)
  }

  /// Takes one step. False when the limit of steps is exceeded.
  @inline(__always)
  mutating func takeStep() -> Bool {
    guard remainingSteps > 0 else { return false }
    remainingSteps -= 1
    return true
  }

  /// Takes several steps. False when the limit of steps is exceeded.
  @inline(__always)
  mutating func spend(_ steps: Int, at node: SchemaNode) -> Bool {
    guard exceeded == nil, remainingSteps >= steps else {
      exceed(.tooCostly(limit: maximumSteps), at: node)
      return false
    }
    remainingSteps -= steps
    return true
  }

  /// Ends the validation with an unknown result.
  @inline(never)
  mutating func exceed(_ kind: ValidationError.Kind, at node: SchemaNode) {
    guard exceeded == nil else { return }
    exceeded = error(kind, at: node, nil)
  }
}

extension Evaluation.Step {
  var token: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }
}
