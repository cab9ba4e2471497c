import JSONText

/// Groups equivalent nodes by partition refinement: nodes count as equivalent until a difference is found, so that
/// recursive schemas can be equivalent too.
struct NodeClasses {
  private(set) var representatives: [Int]

  /// The largest number of rounds. Each round visits every node and propagates differences by one reference. If the
  /// partition is not stable by then, no two nodes count as equivalent.
  private static let maximumRounds = 200
  private static let maximumVisits = 1_000_000

  private struct Shape: Hashable {
    let group: Int
    let children: [Int]
  }

  init(_ nodes: [SchemaNode]) {
    let targets = Self.targets(of: nodes)
    var texts: [ExactString: Int] = [:]
    var groups: [Int] = []
    var children: [[Int]] = []
    for node in nodes {
      let signature = NodeSignature(node)
      groups.append(Self.number(of: ExactString(signature.text), in: &texts))
      children.append(signature.children.map { targets[$0] })
    }
    var count = texts.count
    var isStable = false
    for _ in 0..<max(1, min(Self.maximumRounds, Self.maximumVisits / max(1, nodes.count))) {
      var shapes: [Shape: Int] = [:]
      groups = groups.indices.map { node in
        Self.number(of: Shape(group: groups[node], children: children[node].map { groups[$0] }), in: &shapes)
      }
      if shapes.count == count {
        isStable = true
        break
      }
      count = shapes.count
    }
    guard isStable else {
      representatives = targets
      return
    }
    var firsts: [Int: Int] = [:]
    representatives = targets.map { target in
      if let first = firsts[groups[target]] { return first }
      firsts[groups[target]] = target
      return target
    }
  }

  private static func number<Key: Hashable>(of key: Key, in known: inout [Key: Int]) -> Int {
    if let number = known[key] { return number }
    known[key] = known.count
    return known.count - 1
  }

  /// For each node that is only a reference, its final target; for any other, the node itself.
  private static func targets(of nodes: [SchemaNode]) -> [Int] {
    var targets = Array(nodes.indices)
    for start in nodes.indices {
      var place = start
      var passed: [Int] = []
      while case .all(let only)? = nodes[place].clauses.first?.term, nodes[place].clauses.count == 1,
        let next = only.first, only.count == 1, passed.count < nodes.count
      {
        passed.append(place)
        place = targets[next]
      }
      // Those on the way have the same target, so that a chain of references is followed once.
      for node in passed { targets[node] = place }
    }
    return targets
  }
}

/// The keywords of a node as a canonical text, and its subschemas in the matching order. Nodes with the same text differ
/// only in their subschemas.
private struct NodeSignature {
  private(set) var text = ""
  private(set) var children: [Int] = []

  init(_ node: SchemaNode) {
    for clause in node.clauses.sorted(by: { $0.keyword < $1.keyword }) { add(clause.term) }
  }

  private mutating func add(_ name: String, _ parts: [String] = [], _ nodes: [Int] = []) {
    text += name + "(" + parts.joined(separator: ",") + ";\(nodes.count))"
    children += nodes
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

  /// The names in canonical order, by scalars. `String <` does not order canonically equivalent names.
  private static func sorted(_ names: some Sequence<String>) -> [String] {
    names.map { ExactString(quoted($0)) }.sorted().map(\.text)
  }

  private mutating func add(_ term: Term) {
    switch term {
    case .never: add("never")
    case .kinds(let kinds): add("kinds", [String(kinds.rawValue)])
    case .values(let list): add("values", list.values.map(\.text))
    case .minimum(let bound): add(bound.isExclusive ? "exclusiveMinimum" : "minimum", [bound.value.text])
    case .maximum(let bound): add(bound.isExclusive ? "exclusiveMaximum" : "maximum", [bound.value.text])
    case .multipleOf(let divisor): add("multipleOf", [divisor.text])
    case .minLength(let count): add("minLength", [String(count)])
    case .maxLength(let count): add("maxLength", [String(count)])
    case .pattern(let pattern): add("pattern", [Self.quoted(pattern.source)])
    case .format(let format): add("format", [format.name])
    case .members(let rule): add(rule)
    case .required(let names): add("required", Self.sorted(names))
    case .dependentRequired(let name, let names):
      add("dependentRequired", [Self.quoted(name)] + Self.sorted(names))
    case .dependentSchema(let name, let node): add("dependentSchema", [Self.quoted(name)], [node])
    case .minProperties(let count): add("minProperties", [String(count)])
    case .maxProperties(let count): add("maxProperties", [String(count)])
    case .propertyNames(let node): add("propertyNames", [], [node])
    case .elements(let rule):
      add("elements", [String(rule.prefix.count)], rule.prefix + (rule.rest.map { [$0] } ?? []))
    case .minItems(let count): add("minItems", [String(count)])
    case .maxItems(let count): add("maxItems", [String(count)])
    case .uniqueItems: add("uniqueItems")
    case .contains(let node, let minimum, let maximum):
      add("contains", [String(minimum), maximum.map { String($0) } ?? ""], [node])
    case .all(let nodes): add("all", [], nodes)
    case .any(let nodes): add("any", [], nodes)
    case .one(let nodes): add("one", [], nodes)
    case .not(let node): add("not", [], [node])
    case .conditional(let condition, let then, let otherwise):
      add(
        "conditional", [then == nil ? "" : "then", otherwise == nil ? "" : "else"],
        [condition] + [then, otherwise].compactMap(\.self))
    case .opaque(let number): add("opaque", [String(number)])
    }
  }

  private mutating func add(_ rule: MemberRule) {
    let properties = rule.properties.map { (ExactString(Self.quoted($0.name)), $0.node) }
      .sorted { $0.0 < $1.0 }
    let patterns = rule.patterns.map { (ExactString(Self.quoted($0.pattern.source)), $0.node) }
      .sorted { $0.0 < $1.0 }
    add(
      "members",
      properties.map(\.0.text) + ["patterns"] + patterns.map(\.0.text) + [
        rule.additional == nil ? "" : "additional"
      ],
      properties.map(\.1) + patterns.map(\.1) + (rule.additional.map { [$0] } ?? []))
  }
}
