import JSONText

/// The evaluation of a node: the cheap assertions first, `unevaluated…` last.
///
/// `tracker` is the index in ``Evaluation/evaluated`` of the set that records what is evaluated of the value; nil when
/// no schema needs it.
extension CompiledSchema {
  func evaluate(_ number: Int, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation) -> Bool {
    if plainTypes[number].allows(value), run.takeStep() { return true }
    return borrowedNodes[number].use { evaluate($0, value, tracker: tracker, &run) }
  }

  private func evaluate(_ node: SchemaNode, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation)
    -> Bool
  {
    guard run.enter(node) else { return false }
    if tracksScope { run.enterScope(node) }
    let satisfied: Bool
    if node.tracksEvaluated {
      // `unevaluated…` sees only what its own schema has evaluated, so the schema gets its own set.
      run.evaluated.append(EvaluatedSet())
      satisfied = applyAll(node, value, tracker: run.evaluated.count - 1, &run)
      let own = run.evaluated.removeLast()
      if let tracker { run.evaluated[tracker].formUnion(own) }
    } else {
      satisfied = applyAll(node, value, tracker: tracker, &run)
    }
    if tracksScope { run.leaveScope() }
    run.leave()
    return satisfied
  }

  /// Evaluates a node that may fail without an error, such as a branch. If it fails, the members and elements that it
  /// has evaluated do not count.
  func attempt(_ number: Int, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation) -> Bool {
    guard let tracker else { return evaluate(number, value, tracker: nil, &run) }
    let before = run.evaluated[tracker]
    if evaluate(number, value, tracker: tracker, &run) { return true }
    run.evaluated[tracker] = before
    return false
  }

  private func applyAll(_ node: SchemaNode, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation)
    -> Bool
  {
    if node.isFalse { return run.fail(.falseSchema, at: node) }
    if let types = node.types, !types.allows(value) {
      // Other errors of a value of the wrong type would only repeat this one.
      return run.fail(.type(expected: types.types, actual: value.kind), at: node, "type")
    }
    var satisfied = true
    if let const = node.const {
      satisfied = const.use { applyConst($0, of: node, value, &run) }
    }
    if let enumeration = node.enumeration, satisfied || run.goesOn {
      satisfied = enumeration.use { applyEnumeration($0, of: node, value, &run) } && satisfied
    }
    if satisfied || run.goesOn { satisfied = applyOfKind(node, value, tracker: tracker, &run) && satisfied }
    if let (target, keyword) = node.reference, satisfied || run.goesOn {
      run.push(keyword.rawValue)
      satisfied = evaluate(target, value, tracker: tracker, &run) && satisfied
      run.pop()
    }
    if let reference = node.dynamicReference, satisfied || run.goesOn {
      satisfied = reference.use { applyDynamic($0, value, tracker: tracker, &run) } && satisfied
    }
    if let keywords = node.inPlace, satisfied || run.goesOn {
      satisfied = keywords.use { applyInPlace($0, of: node, value, tracker: tracker, &run) } && satisfied
    }
    if let tracker, node.tracksEvaluated, satisfied || run.goesOn {
      satisfied = applyUnevaluated(of: node, value, tracker: tracker, &run) && satisfied
    }
    return satisfied
  }

  /// Applies the keywords for the value's kind.
  private func applyOfKind(_ node: SchemaNode, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation)
    -> Bool
  {
    switch value {
    case .null, .bool: return true
    case .number(let number):
      guard let keyword = node.number else { return true }
      return keyword.use { applyNumber($0, of: node, number, &run) }
    case .string(let text):
      guard let keywords = node.string else { return true }
      return keywords.use { applyString($0, of: node, text, &run) }
    case .array(let elements):
      var satisfied = true
      if let keywords = node.otherArrayKeywords {
        satisfied = keywords.use { applyOtherArrayKeywords($0, of: node, elements, tracker: tracker, &run) }
      }
      if let keyword = node.items, satisfied || run.goesOn {
        satisfied = keyword.use { applyItems($0, elements, tracker: tracker, &run) } && satisfied
      }
      return satisfied
    case .object(let object):
      var satisfied = true
      if let keyword = node.object {
        satisfied = keyword.use { applyObject($0, of: node, object, tracker: tracker, &run) }
      }
      if let keywords = node.otherObjectKeywords, satisfied || run.goesOn {
        satisfied =
          keywords.use { applyOtherObjectKeywords($0, of: node, value, object, tracker: tracker, &run) }
          && satisfied
      }
      return satisfied
    }
  }

  private func applyDynamic(
    _ keyword: DynamicReferenceKeyword, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    run.push(keyword.keyword.rawValue)
    let satisfied = evaluate(target(of: keyword, run), value, tracker: tracker, &run)
    run.pop()
    return satisfied
  }

  /// The node of the anchor in the outermost resource of the dynamic scope that has it (core §8.2.3.2).
  private func target(of keyword: DynamicReferenceKeyword, _ run: borrowing Evaluation) -> Int {
    for resource in run.scope {
      if let target = resources[resource].dynamicAnchors[keyword.anchor] { return target }
    }
    return keyword.initial
  }

  private func applyUnevaluated(
    of node: SchemaNode, _ value: JSONValue, tracker: Int, _ run: inout Evaluation
  ) -> Bool {
    switch value {
    case .array(let elements):
      guard let child = node.unevaluatedItems else { return true }
      return applyUnevaluatedItems(child, of: node, elements, tracker: tracker, &run)
    case .object(let object):
      guard let child = node.unevaluatedProperties else { return true }
      return applyUnevaluatedProperties(child, of: node, object, tracker: tracker, &run)
    default: return true
    }
  }
}
