import JSONText

/// The evaluation of a node on a given value: true, false, or nil for unknown.
extension WitnessSearch {
  /// The nesting depth of subschemas and values.
  private static let maximumEvaluationDepth = 100

  mutating func holds(_ literal: Literal, _ value: JSONValue) -> Bool? {
    let holding = holds(literal.node, value, depth: 0)
    return literal.isDenied ? holding.map { !$0 } : holding
  }

  private mutating func holds(_ node: Int, _ value: JSONValue, depth: Int) -> Bool? {
    let clauses = graph.nodes[node].clauses
    guard spend(1 + clauses.count / 8), depth < Self.maximumEvaluationDepth else { return nil }
    return all(clauses) { clause, search in search.holds(clause.term, value, depth: depth) }
  }

  // MARK: Three-valued logic

  private mutating func all<Elements: Sequence>(
    _ elements: Elements, _ test: (Elements.Element, inout WitnessSearch) -> Bool?
  ) -> Bool? {
    var holding: Bool? = true
    for element in elements {
      switch test(element, &self) {
      case true?: break
      case false?: return false
      case nil: holding = nil
      }
    }
    return holding
  }

  private mutating func any<Elements: Sequence>(
    _ elements: Elements, _ test: (Elements.Element, inout WitnessSearch) -> Bool?
  ) -> Bool? {
    all(elements) { element, search in test(element, &search).map { !$0 } }.map { !$0 }
  }

  // MARK: Keywords

  private mutating func holds(_ term: Term, _ value: JSONValue, depth: Int) -> Bool? {
    switch term {
    case .never: return false
    case .opaque: return nil
    case .kinds(let kinds): return kinds.contains(KindSet(of: value))
    case .values(let list): return list.contains(value)
    case .all(let nodes): return all(nodes) { $1.holds($0, value, depth: depth + 1) }
    case .any(let nodes): return any(nodes) { $1.holds($0, value, depth: depth + 1) }
    case .one(let nodes): return exactlyOne(nodes, value, depth: depth + 1)
    case .not(let node): return holds(node, value, depth: depth + 1).map { !$0 }
    case .conditional(let condition, let then, let otherwise):
      switch holds(condition, value, depth: depth + 1) {
      case true?: return then.map { holds($0, value, depth: depth + 1) } ?? true
      case false?: return otherwise.map { holds($0, value, depth: depth + 1) } ?? true
      case nil: return nil
      }
    default: break
    }
    switch value {
    case .number(let number): return Self.holds(term, number)
    case .string(let text): return Self.holds(term, text)
    case .array(let elements): return holds(term, elements, depth: depth + 1)
    case .object(let object): return holds(term, object, depth: depth + 1)
    case .null, .bool: return true
    }
  }

  private mutating func exactlyOne(_ nodes: [Int], _ value: JSONValue, depth: Int) -> Bool? {
    var count = 0
    var isKnown = true
    for node in nodes {
      switch holds(node, value, depth: depth) {
      case true?: count += 1
      case false?: break
      case nil: isKnown = false
      }
      if count > 1 { return false }
    }
    return isKnown ? count == 1 : nil
  }

  private static func holds(_ term: Term, _ number: JSONNumber) -> Bool {
    switch term {
    case .minimum(let bound):
      let order = number.compare(to: bound.value)
      return bound.isExclusive ? order > 0 : order >= 0
    case .maximum(let bound):
      let order = number.compare(to: bound.value)
      return bound.isExclusive ? order < 0 : order <= 0
    case .multipleOf(let divisor): return number.isMultiple(of: divisor)
    default: return true
    }
  }

  private static func holds(_ term: Term, _ text: String) -> Bool? {
    switch term {
    case .minLength(let count): return text.unicodeScalars.count >= count
    case .maxLength(let count): return text.unicodeScalars.count <= count
    case .pattern(let pattern): return pattern.matches(text)
    case .format(let format): return format.matches(text)
    default: return true
    }
  }

  private mutating func holds(_ term: Term, _ elements: [JSONValue], depth: Int) -> Bool? {
    switch term {
    case .elements(let rule):
      return all(elements.enumerated()) { entry, search in
        rule.node(at: entry.offset).map { search.holds($0, entry.element, depth: depth) } ?? true
      }
    case .minItems(let count): return elements.count >= count
    case .maxItems(let count): return elements.count <= count
    case .uniqueItems:
      for place in elements.indices {
        guard spend(place) else { return nil }
        if elements[..<place].contains(where: { $0.isEquivalent(to: elements[place]) }) { return false }
      }
      return true
    case .contains(let node, let minimum, let maximum):
      var count = 0
      var unknown = 0
      for element in elements {
        switch holds(node, element, depth: depth) {
        case true?: count += 1
        case false?: break
        case nil: unknown += 1
        }
      }
      let most = maximum ?? Int.max
      if count > most || count + unknown < minimum { return false }
      return count >= minimum && count + unknown <= most ? true : nil
    default: return true
    }
  }

  private mutating func holds(_ term: Term, _ object: JSONObject, depth: Int) -> Bool? {
    switch term {
    case .members(let rule):
      return all(object.members) { member, search in
        guard search.spend(rule.patterns.count) else { return nil }
        guard let nodes = rule.nodes(for: member.name) else { return nil }
        return search.all(nodes) { $1.holds($0, member.value, depth: depth) }
      }
    case .required(let names):
      guard spend(names.count / 8) else { return nil }
      return names.allSatisfy { object[$0] != nil }
    case .dependentRequired(let name, let names):
      guard spend(names.count / 8) else { return nil }
      return object[name] == nil || names.allSatisfy { object[$0] != nil }
    case .dependentSchema(let name, let node):
      return object[name] == nil ? true : holds(node, .object(object), depth: depth)
    case .minProperties(let count): return object.count >= count
    case .maxProperties(let count): return object.count <= count
    case .propertyNames(let node):
      return all(object.names) { $1.holds(node, .string($0), depth: depth) }
    default: return true
    }
  }
}
