import JSONText

/// What one keyword, or several that belong together, ask of a value. Subschemas are indices into
/// ``SchemaGraph/nodes``.
///
/// A keyword asks nothing of values of other kinds than its own (validation §6).
enum Term: Sendable {
  /// `false`: no value is right.
  case never
  case kinds(KindSet)
  /// `enum`, and `const` as an enumeration of one.
  case values(ValueList)

  case lowest(NumberBound)
  case highest(NumberBound)
  case multipleOf(JSONNumber)

  case minLength(Int)
  case maxLength(Int)
  case pattern(TextPattern)
  case format(TextFormat)

  case members(MemberRule)
  case required([String])
  /// Where `name` is there, the others must be.
  case dependentRequired(name: String, [String])
  case dependentSchema(name: String, Int)
  case minProperties(Int)
  case maxProperties(Int)
  case propertyNames(Int)

  case elements(ElementRule)
  case minItems(Int)
  case maxItems(Int)
  case uniqueItems
  case contains(Int, minimum: Int, maximum: Int?)

  case all([Int])
  case any([Int])
  case one([Int])
  case not(Int)
  case conditional(condition: Int, then: Int?, otherwise: Int?)

  /// A keyword that is not modelled: of no value is it known what it says. Each is of its own.
  case opaque(Int)
}

/// A term with the keyword that a message points to.
struct Clause: Sendable {
  let keyword: String
  let term: Term
}

/// `minimum` and `maximum`, and their exclusive forms.
struct NumberBound: Sendable {
  let value: JSONNumber
  let isExclusive: Bool
}

/// `properties`, `patternProperties` and `additionalProperties` (core §10.3.2).
final class MemberRule: Sendable {
  struct Property: Sendable {
    let name: String
    let node: Int
  }
  struct PatternProperty: Sendable {
    let pattern: TextPattern
    let node: Int
  }

  let properties: [Property]
  let patterns: [PatternProperty]
  /// What is asked of members that nothing else describes; nil when nothing is.
  let additional: Int?
  private let index: [ExactString: Int]

  init(properties: [Property], patterns: [PatternProperty], additional: Int?) {
    self.properties = properties
    self.patterns = patterns
    self.additional = additional
    index = Dictionary(
      properties.map { (ExactString($0.name), $0.node) }, uniquingKeysWith: { first, _ in first })
  }

  func property(_ name: String) -> Int? { index[ExactString(name)] }

  /// The subschemas that a member of that name must satisfy. Nil when a pattern takes too long to tell.
  func nodes(for name: String) -> [Int]? {
    var nodes: [Int] = []
    if let node = property(name) { nodes.append(node) }
    for entry in patterns {
      guard let matches = entry.pattern.matches(name) else { return nil }
      if matches { nodes.append(entry.node) }
    }
    if nodes.isEmpty, let additional { nodes.append(additional) }
    return nodes
  }

  /// Whether neither a name nor a pattern describes a member. Nil when a pattern takes too long to tell.
  func leavesOver(_ name: String) -> Bool? {
    if property(name) != nil { return false }
    for entry in patterns {
      guard let matches = entry.pattern.matches(name) else { return nil }
      if matches { return false }
    }
    return true
  }
}

/// `prefixItems` and `items` (core §10.3.1).
final class ElementRule: Sendable {
  let prefix: [Int]
  let rest: Int?

  init(prefix: [Int], rest: Int?) {
    self.prefix = prefix
    self.rest = rest
  }

  func node(at index: Int) -> Int? { index < prefix.count ? prefix[index] : rest }
}
