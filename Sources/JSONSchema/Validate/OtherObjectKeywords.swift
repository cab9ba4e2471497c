import JSONText

/// `minProperties`, `maxProperties`, `propertyNames`, `dependentRequired`, `dependentSchemas`
/// (core §10.2.2.4, §10.3.2.4, validation §6.5).
extension CompiledSchema {
  func applyOtherObjectKeywords(
    _ keywords: OtherObjectKeywords, of node: SchemaNode, _ value: JSONValue, _ object: JSONObject,
    tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    if let bounds = keywords.count { satisfied = applyCount(bounds, of: node, object.count, &run) }
    if let child = keywords.names, satisfied || run.goesOn {
      satisfied = applyNames(child, of: node, object, &run) && satisfied
    }
    if let dependents = keywords.dependents, satisfied || run.goesOn {
      satisfied = applyRequired(dependents, of: node, object, &run) && satisfied
      if satisfied || run.goesOn {
        satisfied = applySchemas(dependents, value, object, tracker: tracker, &run) && satisfied
      }
    }
    return satisfied
  }

  private func applyCount(_ bounds: CountBounds, of node: SchemaNode, _ count: Int, _ run: inout Evaluation)
    -> Bool
  {
    if count < bounds.minimum {
      return run.fail(.minProperties(bounds.minimum, actual: count), at: node, "minProperties")
    }
    if count > bounds.maximum {
      return run.fail(.maxProperties(bounds.maximum, actual: count), at: node, "maxProperties")
    }
    return true
  }

  private func applyNames(_ child: Int, of node: SchemaNode, _ object: JSONObject, _ run: inout Evaluation)
    -> Bool
  {
    var satisfied = true
    for member in object.members {
      run.push("propertyNames")
      let (holds, causes) = run.branch { evaluate(child, .string(member.name), tracker: nil, &$0) }
      run.pop()
      if holds { continue }
      satisfied = run.fail(.propertyNames(name: member.name, causes: causes), at: node, "propertyNames")
      guard run.goesOn else { return false }
    }
    return satisfied
  }

  private func applyRequired(
    _ keyword: DependentsKeyword, of node: SchemaNode, _ object: JSONObject, _ run: inout Evaluation
  ) -> Bool {
    guard run.spend(keyword.required.count + keyword.schemas.count, at: node) else { return false }
    var satisfied = true
    for dependent in keyword.required where object[dependent.name] != nil {
      let missing = dependent.required.filter { object[$0] == nil }
      if missing.isEmpty { continue }
      satisfied = run.fail(
        .dependentRequired(by: dependent.name, missing: missing), at: node, dependent.keyword)
      guard run.goesOn else { return false }
    }
    return satisfied
  }

  private func applySchemas(
    _ keyword: DependentsKeyword, _ value: JSONValue, _ object: JSONObject, tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    for dependent in keyword.schemas where object[dependent.name] != nil {
      run.push(dependent.keyword)
      run.push(dependent.name)
      satisfied = evaluate(dependent.node, value, tracker: tracker, &run) && satisfied
      run.pop()
      run.pop()
      guard satisfied || run.goesOn else { return false }
    }
    return satisfied
  }
}
