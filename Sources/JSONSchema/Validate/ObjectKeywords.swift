import JSONText
import Patterns

/// `properties`, `patternProperties`, `additionalProperties` and `required` (core §10.3.2, validation §6.5.3).
extension CompiledSchema {
  func applyObject(
    _ keyword: ObjectKeyword, of node: SchemaNode, _ object: JSONObject, tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    if run.isFailing, !node.shallowMembers.isEmpty, !holdsShallowly(keyword, of: node, object, &run) {
      return false
    }
    // Members that no keyword describes take time, too.
    guard run.spend(object.count / 16, at: node) else { return false }
    var satisfied = true
    // A bit for each of the first 64 names that the object has; the required names come first.
    var seen: UInt64 = 0
    var next = 0
    let describesOthers = keyword.describesOthers
    let members = object.members
    for place in members.indices {
      let found = keyword.place(of: members[place].name, after: next)
      if found >= 0 {
        if found < 64 { seen |= 1 << UInt64(found) }
        next = found + 1
        let child = keyword.nodes[found]
        if child >= 0 {
          if let tracker { run.evaluated[tracker].insert(place) }
          if !evaluate(child, members[place].value, of: members[place], by: "properties", &run) {
            satisfied = false
            guard run.goesOn else { return false }
          }
          if keyword.patterns.isEmpty { continue }
        }
      } else if !describesOthers {
        continue
      }
      let isDescribed = found >= 0 && keyword.nodes[found] >= 0
      if applyOthers(members[place], isDescribed, place, keyword, of: node, tracker: tracker, &run) {
        continue
      }
      satisfied = false
      guard run.goesOn else { return false }
    }
    if keyword.isComplete(seen) { return satisfied }
    guard run.spend(keyword.requiredCount / 16, at: node) else { return false }
    let missing = keyword.missing(in: object, seen: seen)
    if missing.isEmpty { return satisfied }
    return run.fail(.required(missing: missing), at: node, "required")
  }

  /// Checks what decides without looking into members: which ones there are, and those whose schema looks at the value
  /// alone.
  ///
  /// The branches of a recursive `oneOf` differ in such a member, often one with a `const`. A branch that looks into
  /// the others first would descend into everything below, and so would each branch there.
  private func holdsShallowly(
    _ keyword: ObjectKeyword, of node: SchemaNode, _ object: JSONObject, _ run: inout Evaluation
  ) -> Bool {
    var seen: UInt64 = 0
    var next = 0
    var refusesOthers = false
    if case .refused = keyword.additional { refusesOthers = keyword.patterns.isEmpty }
    for member in object.members {
      let found = keyword.place(of: member.name, after: next)
      guard found >= 0, keyword.nodes[found] >= 0 || !refusesOthers else {
        guard refusesOthers else { continue }
        return run.fail(
          .additionalProperties(name: member.name, known: keyword.knownNames), at: node,
          "additionalProperties")
      }
      if found < 64 { seen |= 1 << UInt64(found) }
      next = found + 1
      let child = keyword.nodes[found]
      guard child >= 0, node.shallowMembers[found] else { continue }
      guard evaluate(child, member.value, of: member, by: "properties", &run) else { return false }
    }
    if keyword.isComplete(seen) { return true }
    guard run.spend(keyword.requiredCount / 16, at: node) else { return false }
    let missing = keyword.missing(in: object, seen: seen)
    return missing.isEmpty || run.fail(.required(missing: missing), at: node, "required")
  }

  /// Applies `patternProperties` to a member, and `additionalProperties` if no other keyword describes it.
  private func applyOthers(
    _ member: JSONMember, _ isDescribedByName: Bool, _ place: Int, _ keyword: ObjectKeyword,
    of node: SchemaNode, tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    var isDescribed = isDescribedByName
    guard run.spend(keyword.patterns.count * (1 + member.name.utf8.count / 64), at: node) else {
      return false
    }
    for property in keyword.patterns {
      switch property.pattern.search(member.name) {
      case .noMatch: continue
      case .gaveUp: return run.giveUp(property.pattern, at: node)
      case .match: break
      }
      isDescribed = true
      let step = Evaluation.Step.name(property.pattern.source)
      satisfied =
        evaluate(property.node, member, by: "patternProperties", step, &run) && satisfied
      guard satisfied || run.goesOn else { return false }
    }
    if !isDescribed {
      switch keyword.additional {
      case .unconstrained: return satisfied
      case .refused:
        if let tracker { run.evaluated[tracker].insert(place) }
        return run.fail(
          .additionalProperties(name: member.name, known: keyword.knownNames), at: node,
          "additionalProperties")
      case .node(let child):
        satisfied = evaluate(child, member, by: "additionalProperties", nil, &run)
      }
    }
    if let tracker { run.evaluated[tracker].insert(place) }
    return satisfied
  }

  /// Evaluates the value of a member that `properties` describes.
  @inline(__always)
  private func evaluate(
    _ child: Int, _ value: JSONValue, of member: @autoclosure () -> JSONMember, by keyword: String,
    _ run: inout Evaluation
  ) -> Bool {
    guard run.isCollecting else { return evaluate(child, value, tracker: nil, &run) }
    let member = member()
    return evaluate(child, member, by: keyword, .name(member.name), &run)
  }

  /// Evaluates a member's value. `inner` is the step within the keyword's own value, if it has one.
  private func evaluate(
    _ child: Int, _ member: JSONMember, by keyword: String, _ inner: Evaluation.Step?, _ run: inout Evaluation
  ) -> Bool {
    guard run.isCollecting else { return evaluate(child, member.value, tracker: nil, &run) }
    run.enter(.name(member.name), by: keyword, inner)
    let satisfied = evaluate(child, member.value, tracker: nil, &run)
    run.leave(inner)
    return satisfied
  }

  func applyUnevaluatedProperties(
    _ child: Int, of node: SchemaNode, _ object: JSONObject, tracker: Int, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    var known: [String]?
    for (place, member) in object.members.enumerated() where !run.evaluated[tracker].contains(place) {
      run.evaluated[tracker].insert(place)
      if nodes[child].isFalse {
        if run.isCollecting, known == nil {
          let names = knownNames(of: node)
          guard run.spend(names.count / 16, at: node) else { return false }
          known = names
        }
        satisfied = run.fail(
          .unevaluatedProperties(name: member.name, known: known ?? []), at: node, "unevaluatedProperties")
      } else {
        satisfied = evaluate(child, member, by: "unevaluatedProperties", nil, &run) && satisfied
      }
      guard satisfied || run.goesOn else { return false }
    }
    return satisfied
  }

  /// The member names of a node and of the nodes that it includes by reference or `allOf`, for messages.
  private func knownNames(of node: SchemaNode) -> [String] {
    var names: [String] = []
    var pending = [node]
    var visited: Set<ObjectIdentifier> = []
    while let next = pending.popLast() {
      guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
      names += next.object?.use(\.knownNames) ?? []
      if let target = next.reference?.target { pending.append(nodes[target]) }
      pending += (next.inPlace?.use(\.all) ?? []).map { nodes[$0] }
    }
    return names
  }
}
