import JSONText

/// The keywords of arrays (core §10.3.1, §11.2, validation §6.4).
extension CompiledSchema {
  func applyItems(
    _ keyword: ItemsKeyword, _ elements: [JSONValue], tracker: Int?, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    let described = keyword.rest == nil ? min(keyword.prefix.count, elements.count) : elements.count
    for index in 0..<described {
      let holds: Bool
      if index < keyword.prefix.count {
        holds = evaluate(
          keyword.prefix[index], elements[index], at: index, by: keyword.prefixName, isListed: true, &run)
      } else if let rest = keyword.rest {
        holds = evaluate(rest, elements[index], at: index, by: keyword.restName, isListed: false, &run)
      } else {
        break
      }
      if holds { continue }
      satisfied = false
      guard run.goesOn else { return false }
    }
    if let tracker { run.evaluated[tracker].insert(upTo: described) }
    return satisfied
  }

  /// Evaluates an element. `isListed` is whether the keyword has a schema for each index.
  @inline(__always)
  private func evaluate(
    _ child: Int, _ element: JSONValue, at index: Int, by keyword: String, isListed: Bool,
    _ run: inout Evaluation
  ) -> Bool {
    guard run.isCollecting else { return evaluate(child, element, tracker: nil, &run) }
    let inner = isListed ? Evaluation.Step.index(index) : nil
    run.enter(.index(index), by: keyword, inner)
    let satisfied = evaluate(child, element, tracker: nil, &run)
    run.leave(inner)
    return satisfied
  }

  func applyOtherArrayKeywords(
    _ keywords: OtherArrayKeywords, of node: SchemaNode, _ elements: [JSONValue], tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    if let bounds = keywords.count { satisfied = applyCount(bounds, of: node, elements.count, &run) }
    if keywords.isUnique, satisfied || run.goesOn {
      satisfied = applyUnique(of: node, elements, &run) && satisfied
    }
    if let keyword = keywords.contains, satisfied || run.goesOn {
      satisfied = applyContains(keyword, of: node, elements, tracker: tracker, &run) && satisfied
    }
    return satisfied
  }

  private func applyCount(_ bounds: CountBounds, of node: SchemaNode, _ count: Int, _ run: inout Evaluation)
    -> Bool
  {
    if count < bounds.minimum {
      return run.fail(.minItems(bounds.minimum, actual: count), at: node, "minItems")
    }
    if count > bounds.maximum {
      return run.fail(.maxItems(bounds.maximum, actual: count), at: node, "maxItems")
    }
    return true
  }

  private func applyContains(
    _ keyword: ContainsKeyword, of node: SchemaNode, _ elements: [JSONValue], tracker: Int?,
    _ run: inout Evaluation
  ) -> Bool {
    var matched = 0
    for (index, element) in elements.enumerated() {
      guard run.deciding({ evaluate(keyword.node, element, tracker: nil, &$0) }) else {
        guard run.exceeded == nil else { return false }
        continue
      }
      matched += 1
      if let tracker, keyword.marksItems { run.evaluated[tracker].insert(index) }
      // The result is known. Only a tracker needs the other elements.
      if matched >= keyword.minimum, keyword.maximum == nil, tracker == nil { return true }
    }
    if matched >= keyword.minimum, matched <= keyword.maximum ?? Int.max { return true }
    let name =
      matched < keyword.minimum ? (keyword.minimum == 1 ? "contains" : "minContains") : "maxContains"
    return run.fail(
      .contains(minimum: keyword.minimum, maximum: keyword.maximum, matched: matched), at: node, name)
  }

  private func applyUnique(of node: SchemaNode, _ elements: [JSONValue], _ run: inout Evaluation) -> Bool {
    guard elements.count > 1 else { return true }
    var places: [Int: [Int]] = [:]
    for (index, element) in elements.enumerated() {
      let hash = element.equivalenceHash
      for other in places[hash, default: []] {
        // An attacker can choose many elements with the same hash, so each comparison counts as a step.
        guard run.spend(1, at: node) else { return false }
        if element.isEquivalent(to: elements[other]) {
          return run.fail(.uniqueItems(first: other, second: index), at: node, "uniqueItems")
        }
      }
      places[hash, default: []].append(index)
    }
    return true
  }

  func applyUnevaluatedItems(
    _ child: Int, of node: SchemaNode, _ elements: [JSONValue], tracker: Int, _ run: inout Evaluation
  ) -> Bool {
    var satisfied = true
    for (index, element) in elements.enumerated() where !run.evaluated[tracker].contains(index) {
      if nodes[child].isFalse {
        satisfied = run.fail(.unevaluatedItems(index: index), at: node, "unevaluatedItems")
      } else {
        satisfied =
          evaluate(child, element, at: index, by: "unevaluatedItems", isListed: false, &run) && satisfied
      }
      guard satisfied || run.goesOn else { return false }
    }
    run.evaluated[tracker].insert(upTo: elements.count)
    return satisfied
  }
}
