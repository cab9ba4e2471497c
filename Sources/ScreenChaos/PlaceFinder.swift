import JSONText

/// Finds the values of an item's content, each with the schemas that can apply to it.
struct PlaceFinder {
  private(set) var schemas: SchemaSet
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

  init(_ schemas: SchemaSet) { self.schemas = schemas }

  /// A schema that applies to a value, perhaps only as an alternative.
  private struct Applied {
    let schema: LocatedSchema
    let isAlternative: Bool

    /// A subschema of this schema.
    func leading(to value: JSONValue, isAlternative: Bool) -> Applied {
      Applied(
        schema: LocatedSchema(document: schema.document, value: value),
        isAlternative: self.isAlternative || isAlternative)
    }
  }

  /// The places of an item's content, each before those within it. Omits places beyond the limits.
  mutating func places(in content: JSONValue, of viewType: String) -> [ContentPlace] {
    places = []
    visit(
      content, at: [], under: [Applied(schema: schemas.root(of: viewType), isAlternative: false)],
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
        let schema = one.schema.value
        return schema["enum"] != nil || schema["const"] != nil || schema["uniqueItems"] == true
      }
    switch value {
    case .object(let object):
      for member in object.members {
        visit(
          member.value, at: path + [.member(ExactString(member.name))],
          under: readable.flatMap { Self.schemas(ofMember: member.name, in: $0) }, inheriting: inner)
      }
    case .array(let elements):
      for (place, element) in elements.enumerated() {
        visit(
          element, at: path + [.element(place)],
          under: readable.flatMap { Self.schemas(ofElement: place, in: $0) }, inheriting: inner)
      }
    case .null, .bool, .number, .string:
      break
    }
  }

  /// The schemas, and the subschemas that they apply to the same value.
  private mutating func expand(_ applied: [Applied], _ rules: inout PlaceRules) -> [Applied] {
    var found: [Applied] = []
    var waiting = applied
    var followed: Set<[ExactString]> = []
    while let one = waiting.popLast() {
      guard found.count < Self.maximumApplied, steps > 0 else {
        rules.isOpaque = true
        return found
      }
      steps -= 1
      guard let schema = one.schema.value.objectValue else {
        if one.schema.value.boolValue == nil { rules.isOpaque = true }
        continue
      }
      found.append(one)
      for keyword in schema.members {
        func add(_ value: JSONValue, isAlternative: Bool) {
          waiting.append(one.leading(to: value, isAlternative: isAlternative))
        }
        switch keyword.name {
        case "$ref":
          guard let reference = keyword.value.stringValue,
            let target = schemas.target(of: reference, in: one.schema.document)
          else {
            rules.isOpaque = true
            continue
          }
          let key = [
            ExactString(one.schema.document), ExactString(reference),
            ExactString(one.isAlternative ? "perhaps" : ""),
          ]
          if followed.insert(key).inserted {
            waiting.append(Applied(schema: target, isAlternative: one.isAlternative))
          }
        case "$dynamicRef", "propertyNames": rules.isOpaque = true
        case "$id" where !one.schema.isDocument: rules.isOpaque = true
        case "allOf": for part in keyword.value.arrayValue ?? [] { add(part, isAlternative: false) }
        case "anyOf", "oneOf":
          for part in keyword.value.arrayValue ?? [] { add(part, isAlternative: true) }
        case "not", "if", "then", "else": add(keyword.value, isAlternative: true)
        case "dependentSchemas":
          for part in keyword.value.objectValue?.members ?? [] { add(part.value, isAlternative: true) }
        default: break
        }
      }
    }
    return found
  }

  /// The schemas that one schema applies to a member. Patterns are not evaluated, so all `patternProperties` can match.
  private static func schemas(ofMember name: String, in one: Applied) -> [Applied] {
    let schema = one.schema.value
    var found: [Applied] = []
    func add(_ value: JSONValue?, isAlternative: Bool = false) {
      if let value { found.append(one.leading(to: value, isAlternative: isAlternative)) }
    }
    let declared = schema["properties"]?[name]
    add(declared)
    let patterns = schema["patternProperties"]?.objectValue?.members ?? []
    for pattern in patterns { add(pattern.value, isAlternative: true) }
    if declared == nil {
      add(schema["additionalProperties"], isAlternative: !patterns.isEmpty)
      add(schema["unevaluatedProperties"], isAlternative: true)
    }
    return found
  }

  /// The schemas that one schema applies to an element.
  private static func schemas(ofElement place: Int, in one: Applied) -> [Applied] {
    let schema = one.schema.value
    var found: [Applied] = []
    func add(_ value: JSONValue?, isAlternative: Bool = false) {
      if let value { found.append(one.leading(to: value, isAlternative: isAlternative)) }
    }
    let prefix = schema["prefixItems"]?.arrayValue ?? []
    if place < prefix.count { add(prefix[place]) } else { add(schema["items"]) }
    add(schema["contains"], isAlternative: true)
    add(schema["unevaluatedItems"], isAlternative: true)
    return found
  }
}
