import JSONText
import Patterns

/// A subschema during compilation.
struct SchemaDraft {
  var keywords: [Keyword] = []
  /// What a string means to those who read it.
  var meaning: Meaning?
  /// The index of its resource.
  let resource: Int
  /// The location within the resource.
  let pointer: JSONPointer
}

/// A compiled subschema, with its keywords grouped by the kind of value they apply to.
///
/// Keywords are used without reference counting, which would otherwise cost time at every step of a validation.
final class SchemaNode: Sendable {
  /// The index of its resource.
  let resource: Int
  /// The location within the resource.
  let pointer: JSONPointer
  /// Whether this is the schema `false`.
  let isFalse: Bool
  /// What a string means to those who read it; nil for nothing in particular.
  let meaning: Meaning?
  /// The largest number of characters of a string; nil for any.
  let maximumLength: Int?

  let types: SchemaTypeSet?
  let const: Borrowed<ConstKeyword>?
  let enumeration: Borrowed<EnumerationKeyword>?
  let number: Borrowed<NumberKeyword>?
  let string: Borrowed<StringKeywords>?
  let object: Borrowed<ObjectKeyword>?
  let otherObjectKeywords: Borrowed<OtherObjectKeywords>?
  let items: Borrowed<ItemsKeyword>?
  let otherArrayKeywords: Borrowed<OtherArrayKeywords>?
  let reference: (target: Int, keyword: ReferenceName)?
  let dynamicReference: Borrowed<DynamicReferenceKeyword>?
  let inPlace: Borrowed<InPlaceKeywords>?
  let unevaluatedItems: Int?
  let unevaluatedProperties: Int?

  /// Keeps the borrowed keywords alive.
  private let keywords: [any AnyObject & Sendable]

  /// Whether the node has `unevaluatedItems` or `unevaluatedProperties`, which depend on the results of its other
  /// keywords.
  var tracksEvaluated: Bool { unevaluatedItems != nil || unevaluatedProperties != nil }

  /// The types if the node has no keyword but `type`; empty otherwise.
  let plainTypes: SchemaTypeSet

  /// For each name of ``object``, whether its schema looks at the value alone. Empty if the schemas of all members do.
  let shallowMembers: [Bool]

  init(_ draft: SchemaDraft, among drafts: [SchemaDraft]) {
    resource = draft.resource
    pointer = draft.pointer
    meaning = draft.meaning
    let keywords = draft.keywords
    maximumLength =
      keywords.lazy.compactMap {
        if case .length(let bounds) = $0, bounds.maximum < .max { bounds.maximum } else { nil }
      }.first
    isFalse = keywords.contains { if case .falseSchema = $0 { true } else { false } }
    let types: SchemaTypeSet? = keywords.first { if case .type(let types) = $0 { types } else { nil } }
    self.types = types
    plainTypes = keywords.count == 1 ? types ?? [] : []
    let const: ConstKeyword? = keywords.first { if case .const(let keyword) = $0 { keyword } else { nil } }
    let enumeration: EnumerationKeyword? = keywords.first {
      if case .enumeration(let keyword) = $0 { keyword } else { nil }
    }
    let number: NumberKeyword? = keywords.first { if case .number(let keyword) = $0 { keyword } else { nil } }
    let string = StringKeywords(keywords)
    let object: ObjectKeyword? = keywords.first { if case .object(let keyword) = $0 { keyword } else { nil } }
    let otherObjectKeywords = OtherObjectKeywords(keywords)
    let items: ItemsKeyword? = keywords.first { if case .items(let keyword) = $0 { keyword } else { nil } }
    let otherArrayKeywords = OtherArrayKeywords(keywords)
    let dynamicReference: DynamicReferenceKeyword? = keywords.first {
      if case .dynamicReference(let keyword) = $0 { keyword } else { nil }
    }
    let inPlace = InPlaceKeywords(keywords, among: drafts)
    let all: [(any AnyObject & Sendable)?] = [
      const, enumeration, number, string, object, otherObjectKeywords, items, otherArrayKeywords,
      dynamicReference, inPlace,
    ]
    self.keywords = all.compactMap(\.self)
    self.const = const.map { Borrowed($0) }
    self.enumeration = enumeration.map { Borrowed($0) }
    self.number = number.map { Borrowed($0) }
    self.string = string.map { Borrowed($0) }
    self.object = object.map { Borrowed($0) }
    let shallow = object?.nodes.map { $0 < 0 || drafts[$0].keywords.allSatisfy(\.isShallow) } ?? []
    shallowMembers = shallow.allSatisfy(\.self) ? [] : shallow
    self.otherObjectKeywords = otherObjectKeywords.map { Borrowed($0) }
    self.items = items.map { Borrowed($0) }
    self.otherArrayKeywords = otherArrayKeywords.map { Borrowed($0) }
    self.dynamicReference = dynamicReference.map { Borrowed($0) }
    self.inPlace = inPlace.map { Borrowed($0) }
    reference = keywords.first {
      if case .reference(let target, let keyword) = $0 { (target, keyword) } else { nil }
    }
    unevaluatedItems = keywords.first { if case .unevaluatedItems(let node) = $0 { node } else { nil } }
    unevaluatedProperties = keywords.first {
      if case .unevaluatedProperties(let node) = $0 { node } else { nil }
    }
  }
}

extension [Keyword] {
  /// The first result that is not nil.
  func first<Found>(_ find: (Keyword) -> Found?) -> Found? {
    for keyword in self {
      if let found = find(keyword) { return found }
    }
    return nil
  }
}

/// A range of counts.
struct CountBounds: Sendable {
  let minimum: Int
  let maximum: Int
}

/// `minLength`, `maxLength`, `pattern` and `format`.
final class StringKeywords: Sendable {
  let length: CountBounds?
  let pattern: Pattern?
  let format: Format?

  /// Nil when there are none.
  init?(_ keywords: [Keyword]) {
    length = keywords.first { if case .length(let bounds) = $0 { bounds } else { nil } }
    pattern = keywords.first { if case .pattern(let pattern) = $0 { pattern } else { nil } }
    format = keywords.first { if case .format(let format) = $0 { format } else { nil } }
    if length == nil, pattern == nil, format == nil { return nil }
  }
}

/// The keywords of objects that are not in ``ObjectKeyword``.
final class OtherObjectKeywords: Sendable {
  let count: CountBounds?
  let names: Int?
  let dependents: DependentsKeyword?

  /// Nil when there are none.
  init?(_ keywords: [Keyword]) {
    count = keywords.first { if case .propertyCount(let bounds) = $0 { bounds } else { nil } }
    names = keywords.first { if case .propertyNames(let node) = $0 { node } else { nil } }
    dependents = keywords.first { if case .dependents(let keyword) = $0 { keyword } else { nil } }
    if count == nil, names == nil, dependents == nil { return nil }
  }
}

/// The keywords of arrays that are not in ``ItemsKeyword``.
final class OtherArrayKeywords: Sendable {
  let count: CountBounds?
  let isUnique: Bool
  let contains: ContainsKeyword?

  /// Nil when there are none.
  init?(_ keywords: [Keyword]) {
    count = keywords.first { if case .itemCount(let bounds) = $0 { bounds } else { nil } }
    isUnique = keywords.contains { if case .uniqueItems = $0 { true } else { false } }
    contains = keywords.first { if case .contains(let keyword) = $0 { keyword } else { nil } }
    if count == nil, !isUnique, contains == nil { return nil }
  }
}

/// The keywords that apply subschemas to the same value, without references. A missing keyword's list is empty.
final class InPlaceKeywords: Sendable {
  let all: [Int]
  let any: [Int]
  let one: [Int]
  /// The members that tell the alternatives of `anyOf` and of `oneOf` apart.
  let anyDiscriminator, oneDiscriminator: Discriminator?
  let not: Int?
  let conditional: ConditionalKeyword?

  /// Nil when there are none.
  init?(_ keywords: [Keyword], among drafts: [SchemaDraft]) {
    all = keywords.first { if case .allOf(let nodes) = $0 { nodes } else { nil } } ?? []
    any = keywords.first { if case .anyOf(let nodes) = $0 { nodes } else { nil } } ?? []
    one = keywords.first { if case .oneOf(let nodes) = $0 { nodes } else { nil } } ?? []
    anyDiscriminator = Discriminator(any, among: drafts)
    oneDiscriminator = Discriminator(one, among: drafts)
    not = keywords.first { if case .not(let node) = $0 { node } else { nil } }
    conditional = keywords.first { if case .conditional(let keyword) = $0 { keyword } else { nil } }
    if all.isEmpty, any.isEmpty, one.isEmpty, not == nil, conditional == nil { return nil }
  }
}

/// A resource during validation.
struct CompiledResource: Sendable {
  let uri: String
  /// The nodes of its dynamic anchors that dynamic references name.
  var dynamicAnchors: [ExactString: Int] = [:]
}
