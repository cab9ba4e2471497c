import JSONText
import Patterns

/// A keyword of a schema, or several that are checked together. Subschemas are indices into
/// ``CompiledSchema/nodes``.
enum Keyword: Sendable {
  case falseSchema
  case type(SchemaTypeSet)
  case enumeration(EnumerationKeyword)
  case const(ConstKeyword)

  case number(NumberKeyword)
  case length(CountBounds)
  case pattern(Pattern)
  case format(Format)

  case object(ObjectKeyword)
  case propertyCount(CountBounds)
  case propertyNames(Int)
  case dependents(DependentsKeyword)

  case items(ItemsKeyword)
  case itemCount(CountBounds)
  case uniqueItems
  case contains(ContainsKeyword)

  case reference(Int, keyword: ReferenceName)
  case dynamicReference(DynamicReferenceKeyword)

  case allOf([Int])
  case anyOf([Int])
  case oneOf([Int])
  case not(Int)
  case conditional(ConditionalKeyword)

  case unevaluatedItems(Int)
  case unevaluatedProperties(Int)
}

extension Keyword {
  /// Whether the keyword looks at a value alone, and at nothing inside of it.
  var isShallow: Bool {
    switch self {
    case .falseSchema, .type, .enumeration, .const, .number, .length, .pattern, .format: true
    default: false
    }
  }
}

/// The keyword of a reference, for locations.
enum ReferenceName: String, Sendable {
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
  case recursiveRef = "$recursiveRef"
}

/// `enum`. Strings are kept apart, because nearly all values of enumerations are strings.
final class EnumerationKeyword: Sendable {
  let values: [JSONValue]
  let others: [JSONValue]
  let strings: [MemberName]
  /// The hashed strings; nil when there are few.
  let index: Set<ExactString>?
  /// The hashed other values; nil when there are few.
  let otherIndex: ValueSet?

  /// The number of values from which a hash is faster than a linear search.
  private static let indexedCount = 12

  init(_ values: [JSONValue]) {
    self.values = values
    let texts = values.compactMap(\.stringValue)
    strings = texts.map(MemberName.init)
    index = texts.count > Self.indexedCount ? Set(texts.map(ExactString.init)) : nil
    others = values.filter { $0.kind != .string }
    otherIndex = others.count > Self.indexedCount ? ValueSet(others) : nil
  }
}

final class ConstKeyword: Sendable {
  let value: JSONValue
  /// The value if it is a string.
  let name: MemberName?

  init(_ value: JSONValue) {
    self.value = value
    name = value.stringValue.map(MemberName.init)
  }
}

/// The keywords of numbers: bounds and `multipleOf`.
final class NumberKeyword: Sendable {
  var isEmpty: Bool {
    multipleOf == nil && maximum == nil && exclusiveMaximum == nil && minimum == nil
      && exclusiveMinimum == nil
  }
  let multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum: JSONNumber?

  init(_ schema: JSONObject) {
    multipleOf = schema["multipleOf"]?.numberValue
    maximum = schema["maximum"]?.numberValue
    exclusiveMaximum = schema["exclusiveMaximum"]?.numberValue
    minimum = schema["minimum"]?.numberValue
    exclusiveMinimum = schema["exclusiveMinimum"]?.numberValue
  }
}

/// `prefixItems` and `items` (in draft 2019-09, the two forms of `items`, and `additionalItems`).
final class ItemsKeyword: Sendable {
  let prefix: [Int]
  let prefixName: String
  let rest: Int?
  let restName: String

  init(prefix: [Int], prefixName: String, rest: Int?, restName: String) {
    self.prefix = prefix
    self.prefixName = prefixName
    self.rest = rest
    self.restName = restName
  }
}

/// `contains`, `minContains` and `maxContains`.
struct ContainsKeyword: Sendable {
  let node: Int
  let minimum: Int
  let maximum: Int?
  /// Whether matched elements count as evaluated (core §10.3.1.3). False in draft 2019-09.
  let marksItems: Bool
}

/// `if`, `then` and `else`.
struct ConditionalKeyword: Sendable {
  let condition: Int
  let thenNode: Int?
  let elseNode: Int?
}

final class DynamicReferenceKeyword: Sendable {
  let keyword: ReferenceName
  /// The `$dynamicAnchor` to look for in the dynamic scope.
  let anchor: ExactString
  /// The target when no outer resource has the anchor.
  let initial: Int

  init(keyword: ReferenceName, anchor: ExactString, initial: Int) {
    self.keyword = keyword
    self.anchor = anchor
    self.initial = initial
  }
}

/// `dependentRequired`, `dependentSchemas`, and their predecessor `dependencies`.
final class DependentsKeyword: Sendable {
  struct Required: Sendable {
    let name: String
    let required: [String]
    let keyword: String
  }
  struct Schema: Sendable {
    let name: String
    let node: Int
    let keyword: String
  }
  let required: [Required]
  let schemas: [Schema]

  init(required: [Required], schemas: [Schema]) {
    self.required = required
    self.schemas = schemas
  }
}
