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
