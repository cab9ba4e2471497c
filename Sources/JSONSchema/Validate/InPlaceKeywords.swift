import JSONText

/// `allOf`, `anyOf`, `oneOf`, `not`, and `if` with `then` and `else` (core §10.2).
extension CompiledSchema {
  func applyInPlace(
    _ keywords: InPlaceKeywords, of node: SchemaNode, _ value: JSONValue, tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    for index in keywords.all.indices {
      satisfied =
        evaluate(keywords.all[index], value, by: "allOf", index, tracker: tracker, &run) && satisfied
      guard satisfied || run.goesOn else { return false }
    }
    if !keywords.any.isEmpty {
      satisfied =
        (applyTagged(
          keywords.any, by: "anyOf", keywords.anyDiscriminator, of: node, value, tracker: tracker, &run)
          ?? applyAnyOf(keywords.any, of: node, value, tracker: tracker, &run)) && satisfied
      guard satisfied || run.goesOn else { return false }
    }
    if !keywords.one.isEmpty {
      satisfied =
        (applyTagged(
          keywords.one, by: "oneOf", keywords.oneDiscriminator, of: node, value, tracker: tracker, &run)
          ?? applyOneOf(keywords.one, of: node, value, tracker: tracker, &run)) && satisfied
      guard satisfied || run.goesOn else { return false }
    }
    if let child = keywords.not {
      let holds = run.deciding { evaluate(child, value, tracker: nil, &$0) }
      guard run.exceeded == nil else { return false }
      if holds { satisfied = run.fail(.not, at: node, "not") }
      guard satisfied || run.goesOn else { return false }
    }
    if let keyword = keywords.conditional {
      satisfied = applyConditional(keyword, value, tracker: tracker, &run) && satisfied
    }
    return satisfied
  }

  @inline(__always)
  private func evaluate(
    _ child: Int, _ value: JSONValue, by keyword: String, _ index: Int, tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    guard run.isCollecting else { return evaluate(child, value, tracker: tracker, &run) }
    run.push(keyword)
    run.push(String(index))
    let satisfied = evaluate(child, value, tracker: tracker, &run)
    run.pop()
    run.pop()
    return satisfied
  }

  /// Evaluates a branch and returns its errors.
  private func branch(
    _ child: Int, _ value: JSONValue, by keyword: String, _ index: Int, tracker: Int?,
    _ run: inout Evaluation
  ) -> (holds: Bool, errors: [ValidationError]) {
    guard run.isCollecting else { return (attempt(child, value, tracker: tracker, &run), []) }
    run.push(keyword)
    run.push(String(index))
    let outcome = run.branch { attempt(child, value, tracker: tracker, &$0) }
    run.pop()
    run.pop()
    return outcome
  }

  /// Applies the alternative that an object's tag chooses, so that its errors are those of that alternative alone.
  ///
  /// Deciding needs no errors, and comes to the same result with all alternatives.
  /// - Returns: nil if no tag tells the alternatives apart.
  private func applyTagged(
    _ children: [Int], by keyword: String, _ discriminator: Discriminator?, of node: SchemaNode,
    _ value: JSONValue, tracker: Int?, _ run: inout Evaluation
  ) -> Bool? {
    guard run.isCollecting, let discriminator, case .object(let object) = value else { return nil }
    let tag = object[discriminator.member]
    if let tag, let index = discriminator.alternative(of: tag) {
      return evaluate(children[index], value, by: keyword, index, tracker: tracker, &run)
    }
    // Without an alternative, every member would be reported as unevaluated.
    if let tracker { run.evaluated[tracker].insert(upTo: object.members.count) }
    if tag != nil { run.instancePath.append(.name(discriminator.member)) }
    defer { if tag != nil { run.instancePath.removeLast() } }
    return run.fail(
      .tag(discriminator.member, allowed: discriminator.tags, actual: tag), at: node, keyword)
  }

  private func applyAnyOf(
    _ children: [Int], of node: SchemaNode, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = false
    var causes: [[ValidationError]] = []
    for (index, child) in children.enumerated() {
      let (holds, errors) = branch(child, value, by: "anyOf", index, tracker: tracker, &run)
      guard run.exceeded == nil else { return false }
      if holds {
        satisfied = true
        // The result is known. Only a tracker needs the other branches.
        if tracker == nil { return true }
      } else if run.isCollecting {
        causes.append(errors)
      }
    }
    return satisfied || run.fail(.anyOf(causes: causes), at: node, "anyOf")
  }

  private func applyOneOf(
    _ children: [Int], of node: SchemaNode, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    var matched: [Int] = []
    var matchedCount = 0
    var causes: [[ValidationError]] = []
    for (index, child) in children.enumerated() {
      let (holds, errors) = branch(child, value, by: "oneOf", index, tracker: tracker, &run)
      guard run.exceeded == nil else { return false }
      if holds {
        matchedCount += 1
        if run.isCollecting { matched.append(index) } else if matchedCount > 1 { return false }
      } else if run.isCollecting {
        causes.append(errors)
      }
    }
    if matchedCount == 1 { return true }
    return run.fail(.oneOf(matched: matched, causes: matched.isEmpty ? causes : []), at: node, "oneOf")
  }

  private func applyConditional(
    _ keyword: ConditionalKeyword, _ value: JSONValue, tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    let holds = run.deciding { attempt(keyword.condition, value, tracker: tracker, &$0) }
    guard run.exceeded == nil else { return false }
    guard let child = holds ? keyword.thenNode : keyword.elseNode else { return true }
    run.push(holds ? "then" : "else")
    let satisfied = evaluate(child, value, tracker: tracker, &run)
    run.pop()
    return satisfied
  }
}
