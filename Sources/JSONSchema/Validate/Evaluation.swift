import JSONText

/// One validation under way.
///
/// The same code decides and collects: while it only decides, it stops at the first error and keeps no
/// locations, so that a valid instance costs next to no allocation. Locations are kept while errors are
/// collected.
struct Evaluation {
  /// A step on the way into the instance.
  enum Step {
    case name(String)
    case index(Int)
  }

  let schema: CompiledSchema
  private(set) var isCollecting: Bool
  private(set) var limit: Int

  private(set) var errors: [ValidationError] = []
  private(set) var omitted = 0
  var instancePath: [Step] = []
  var keywordPath: [Step] = []

  /// The resources through which evaluation came, outermost first (core §7.1); kept only where a dynamic
  /// reference may ask.
  private(set) var scope: [Int] = []

  /// What has been evaluated of the values whose schemas ask for it. An index into this list is handed down
  /// to all that applies to the same value.
  var evaluated: [EvaluatedSet] = []

  private var depth = 0
  private(set) var stepsLeft = SchemaLimits.evaluations
  /// Set when a limit was exceeded: everything fails from then on, under `not` too.
  private(set) var exceeded: ValidationError?

  init(_ schema: CompiledSchema) {
    self.schema = schema
    isCollecting = false
    limit = 0
  }

  init(_ schema: CompiledSchema, limit: Int) {
    self.schema = schema
    isCollecting = true
    self.limit = limit
  }

  // MARK: Deciding without collecting

  /// Runs a body without any error being noted.
  mutating func deciding(_ body: (inout Evaluation) -> Bool) -> Bool {
    let wasCollecting = isCollecting
    isCollecting = false
    defer { isCollecting = wasCollecting }
    return body(&self)
  }

  /// Runs a body with its errors returned instead of noted.
  mutating func branch(_ body: (inout Evaluation) -> Bool) -> (holds: Bool, errors: [ValidationError]) {
    guard isCollecting else { return (body(&self), []) }
    let outer = (errors, omitted, limit)
    (errors, omitted, limit) = ([], 0, SchemaLimits.errorsPerBranch)
    let holds = body(&self)
    let found = errors
    (errors, omitted, limit) = outer
    return (holds, found)
  }

  // MARK: Depth and scope

  /// Begins the evaluation of a node; false when a limit is exceeded. ``leave()`` ends it.
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

  /// Notes the resource of a node as the innermost of the dynamic scope.
  mutating func enterScope(_ node: SchemaNode) { scope.append(node.resource) }
  mutating func leaveScope() { scope.removeLast() }

  // MARK: Locations

  /// Goes one keyword further, if locations are kept. ``pop()`` goes back.
  @inline(__always)
  mutating func push(_ keyword: String) { if isCollecting { keywordPath.append(.name(keyword)) } }

  @inline(__always)
  mutating func pop() { if isCollecting { keywordPath.removeLast() } }

  /// Goes one step into the instance, by a keyword and perhaps a step within its value. ``leave(_:)``, told
  /// the same, goes back.
  mutating func enter(_ step: Step, by keyword: String, _ inner: Step? = nil) {
    instancePath.append(step)
    keywordPath.append(.name(keyword))
    if let inner { keywordPath.append(inner) }
  }

  mutating func leave(_ inner: Step? = nil) {
    instancePath.removeLast()
    keywordPath.removeLast(inner == nil ? 1 : 2)
  }

  /// Whether evaluation goes on after an error.
  @inline(__always)
  var goesOn: Bool { isCollecting && exceeded == nil }

  // MARK: Failing

  /// Notes an error if errors are collected. Always false, so that a check can end with it.
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

  /// Takes a step from the budget, if there is one.
  @inline(__always)
  var hasSteps: Bool {
    mutating get {
      guard stepsLeft > 0 else { return false }
      stepsLeft -= 1
      return true
    }
  }

  /// Takes steps from the budget; false when it is used up.
  @inline(__always)
  mutating func spend(_ steps: Int, at node: SchemaNode) -> Bool {
    guard exceeded == nil, stepsLeft >= steps else {
      exceed(.tooCostly(limit: SchemaLimits.evaluations), at: node)
      return false
    }
    stepsLeft -= steps
    return true
  }

  /// Ends the validation: nothing can be said about the instance any more.
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
