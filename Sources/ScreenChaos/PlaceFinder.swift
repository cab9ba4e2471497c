import JSONSchema
import JSONText

/// Finds the values of an item's content, each with the schemas that can apply to it.
struct PlaceFinder {
  private let schemas: ContentSchemas
  private(set) var places: [ContentPlace] = []
  /// The remaining steps, over all contents of a screen.
  private var steps = Self.maximumSteps

  /// The schemas visited for one screen, enough for some thousand items.
  static let maximumSteps = 1_000_000
  /// The values found in one screen.
  static let maximumPlaces = 200_000
  /// The depth of values, which the stack of any thread can hold.
  static let maximumDepth = 96
  /// The schemas applied to one value; with more, the value counts as opaque.
  static let maximumApplied = 128

  init(_ schemas: ContentSchemas) { self.schemas = schemas }

  /// A schema that applies to a value, perhaps only as an alternative.
  private struct Applied: Hashable {
    let schema: ResolvedSchema
    let isAlternative: Bool

    /// The schemas that this one applies.
    func leading(to applied: [ResolvedSchema.Applied]) -> [Applied] {
      applied.map { Applied(schema: $0.schema, isAlternative: isAlternative || !$0.isCertain) }
    }
  }

  /// The places of an item's content, each before those within it. Omits places beyond the limits.
  mutating func places(in content: JSONValue, of viewType: String) -> [ContentPlace] {
    places = []
    visit(
      content, at: [],
      under: schemas.root(of: viewType).map { [Applied(schema: $0, isAlternative: false)] } ?? [],
      inheriting: PlaceRules())
    return places
  }

  private mutating func visit(
    _ value: JSONValue, at path: ContentPath, under applied: [Applied], inheriting outer: PlaceRules
  ) {
    guard path.count <= Self.maximumDepth, steps > 0, places.count < Self.maximumPlaces else { return }
    steps -= 1 + applied.count
    var rules = PlaceRules()
    rules.isOpaque = outer.isOpaque
    rules.isAlternative = outer.isAlternative
    rules.isFrozen = outer.isFrozen
    let readable = expand(applied, &rules)
    for one in readable {
      guard let schema = one.schema.value.objectValue else { continue }
      rules.add(schema)
      if one.isAlternative { rules.isAlternative = true }
    }
    places.append(ContentPlace(path: path, value: value, rules: rules))
    var inner = PlaceRules()
    inner.isOpaque = rules.isOpaque
    inner.isFrozen =
      rules.isFrozen
      || readable.contains { one in
        one.schema["enum"] != nil || one.schema["const"] != nil || one.schema["uniqueItems"] == true
      }
    switch value {
    case .object(let object):
      for member in object.members {
        visit(
          member.value, at: path + [.member(ExactString(member.name))],
          under: readable.flatMap { $0.leading(to: $0.schema.applied(toMember: member.name)) },
          inheriting: inner)
      }
    case .array(let elements):
      for (place, element) in elements.enumerated() {
        visit(
          element, at: path + [.element(place)],
          under: readable.flatMap { $0.leading(to: $0.schema.applied(toElement: place)) }, inheriting: inner)
      }
    case .null, .bool, .number, .string:
      break
    }
  }

  /// The schemas, and the subschemas that they apply to the same value.
  private mutating func expand(_ applied: [Applied], _ rules: inout PlaceRules) -> [Applied] {
    var found: [Applied] = []
    var waiting = applied
    var known: Set<Applied> = []
    while let one = waiting.popLast() {
      guard known.insert(one).inserted else { continue }
      guard found.count < Self.maximumApplied, steps > 0 else {
        rules.isOpaque = true
        return found
      }
      steps -= 1
      guard one.schema.value.objectValue != nil else {
        if one.schema.value.boolValue == nil { rules.isOpaque = true }
        continue
      }
      found.append(one)
      if one.schema.hasUnknownReference || one.schema["propertyNames"] != nil { rules.isOpaque = true }
      waiting += one.leading(to: one.schema.inPlace)
    }
    return found
  }
}
