import JSONText

/// The constraint of one keyword, or of several that belong together. Subschemas are indices into
/// ``SchemaGraph/nodes``.
///
/// A keyword accepts all values of other kinds than its own (validation §6).
enum Term: Sendable {
  /// `false`, which accepts no value.
  case never
  case kinds(KindSet)
  /// `enum`, and `const` as an enumeration of one.
  case values(ValueList)

  case minimum(NumberBound)
  case maximum(NumberBound)
  case multipleOf(JSONNumber)

  case minLength(Int)
  case maxLength(Int)
  case pattern(TextPattern)
  case format(TextFormat)

  case members(MemberRule)
  case required([String])
  /// An object with the member `name` must have the others.
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

  /// A keyword that is not modelled: its result is unknown for all values. Each has its own number.
  case opaque(Int)
}

/// A term and its keyword, which locates it in messages.
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
  /// The schema of members that no other keyword describes; nil when there is none.
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

  /// The subschemas for a member with this name. Nil when a pattern exceeds its step limit.
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

  /// Whether neither a name nor a pattern describes a member. Nil when a pattern exceeds its step limit.
  func isAdditional(_ name: String) -> Bool? {
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
