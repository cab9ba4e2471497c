import JSONText

extension Planner {
  /// Returns the shape of a schema.
  mutating func shape(of schema: JSONValue, in context: PlanningContext) -> SchemaShape {
    if let reference = Self.pureReference(schema) { return .reference(reference, isNullable: false) }
    switch merger.merge(schema) {
    case .anything: return .value(.json(nil))
    case .nothing: return .value(.json("no value is valid"))
    case .opaque(let reason): return .value(.json(reason))
    case .keywords(let keywords): return shape(of: keywords, in: context)
    }
  }

  /// Returns the target of a schema that is only a reference, besides annotations and restrictions; nil for
  /// other schemas.
  static func pureReference(_ schema: JSONValue) -> String? {
    guard let keywords = schema.objectValue else { return nil }
    var reference: String?
    for member in keywords {
      switch member.name {
      case "$ref": reference = member.value.stringValue
      case "allOf":
        guard let parts = member.value.arrayValue, parts.count == 1, let part = parts.first,
          let inner = pureReference(part), keywords["$ref"] == nil
        else { return nil }
        reference = inner
      case "required": return nil
      case let name
      where SchemaKeywords.annotations.contains(name) || SchemaKeywords.narrowing.contains(name):
        break
      default: return nil
      }
    }
    return reference
  }

  private mutating func shape(of keywords: JSONObject, in context: PlanningContext) -> SchemaShape {
    if keywords["anyOf"] != nil || keywords["oneOf"] != nil {
      if let shape = shapeOfAlternatives(keywords, in: context) { return shape }
    }
    if let values = keywords["const"].map({ [$0] }) ?? keywords["enum"]?.arrayValue {
      return shape(ofValues: values.map { ($0, Documentation()) }, kinds: SchemaKeywords.kinds(of: keywords))
    }
    guard var kinds = SchemaKeywords.kinds(of: keywords) else {
      return .value(.json(SchemaKeywords.isUntyped(keywords) ? nil : "the schema has no `type`"))
    }
    let isNullable = kinds.remove("null") != nil
    if kinds == ["integer", "number"] { kinds = ["number"] }
    guard kinds.count == 1, let kind = kinds.first else {
      return .value(.json(kinds.isEmpty ? "only null is valid" : "the value can have several types"))
    }
    switch kind {
    case "string": return .value(PlannedType(type: Self.stringType(keywords), isNullable: isNullable))
    case "boolean": return .value(PlannedType(type: .bool, isNullable: isNullable))
    case "number": return .value(PlannedType(type: .double, isNullable: isNullable))
    case "integer":
      let type = Self.integerType(keywords)
      let note = type == .number ? "The bounds exceed 64 bits." : nil
      return .value(PlannedType(type: type, isNullable: isNullable, note: note))
    case "array": return .value(array(keywords, isNullable: isNullable, in: context))
    case "object":
      if let union = UnionBranch.byOnlyMember(keywords) { return .union(union, isNullable: isNullable) }
      return Self.isDictionary(keywords)
        ? .dictionary(keywords, isNullable: isNullable) : .object(keywords, isNullable: isNullable)
    default: return .value(.json("the schema has an unknown `type`"))
    }
  }

  private static func stringType(_ keywords: JSONObject) -> TypeUse {
    // A pattern can require lower case, which `UUID` does not keep.
    switch keywords["format"]?.stringValue {
    case "uri": .url
    case "date-time": .date
    case "uuid" where keywords["pattern"] == nil: .uuid
    default: .string
    }
  }

  private static func integerType(_ keywords: JSONObject) -> TypeUse {
    let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
    let fits = bounds.compactMap { keywords[$0]?.numberValue }.allSatisfy { bound in
      guard let least = JSONNumber(text: "-9223372036854775808"),
        let greatest = JSONNumber(text: "9223372036854775808")
      else { return false }
      return bound.compare(to: least) >= 0 && bound.compare(to: greatest) <= 0
    }
    return fits ? .integer : .number
  }

  private mutating func array(
    _ keywords: JSONObject, isNullable: Bool, in context: PlanningContext
  ) -> PlannedType {
    if keywords["prefixItems"] != nil {
      return PlannedType(
        type: .array(.json), isNullable: isNullable,
        note: "The elements are kept as JSON: each position has its own type.")
    }
    guard let items = keywords["items"] else {
      return PlannedType(type: .array(.json), isNullable: isNullable)
    }
    let element = plan(items, in: context.appending("items", hint: Identifier.singular(of: context.hint)))
    return PlannedType(type: .array(element.fullType), isNullable: isNullable, note: element.note)
  }

  private static func isDictionary(_ keywords: JSONObject) -> Bool {
    SchemaKeywords.properties(of: keywords).isEmpty && SchemaKeywords.required(of: keywords).isEmpty
      && !SchemaKeywords.isClosed(keywords)
      && ["then", "else", "dependentSchemas"].allSatisfy { keywords[$0] == nil }
  }

  // MARK: Values

  /// Returns the shape of an enum of values.
  func shape(ofValues values: [(value: JSONValue, documentation: Documentation)], kinds: Set<String>?)
    -> SchemaShape
  {
    let valid = values.filter { kinds?.contains(kind(of: $0.value, among: kinds)) ?? true }
    let isNullable = valid.contains { $0.value == .null }
    let others = valid.filter { $0.value != .null }
    guard !others.isEmpty else {
      return .value(.json(isNullable ? "only null is valid" : "no value is valid"))
    }
    let strings = others.compactMap { other in other.value.stringValue.map { ($0, other.documentation) } }
    if strings.count == others.count { return shape(ofStrings: strings, isNullable: isNullable) }
    if others.allSatisfy({ $0.value.boolValue != nil }) {
      return .value(PlannedType(type: .bool, isNullable: isNullable))
    }
    if others.allSatisfy({ $0.value.numberValue != nil }) {
      let numbers = others.compactMap(\.value.numberValue)
      let type: TypeUse =
        numbers.allSatisfy { $0.intValue != nil }
        ? .integer : numbers.contains(where: \.isInteger) ? .number : .double
      return .value(PlannedType(type: type, isNullable: isNullable))
    }
    return .value(.json("the values have several types"))
  }

  private func kind(of value: JSONValue, among kinds: Set<String>?) -> String {
    guard let number = value.numberValue, let kinds, !kinds.contains("number") else {
      return value.kind.rawValue
    }
    return number.isInteger ? "integer" : value.kind.rawValue
  }

  /// The largest number of cases of an enum; a longer list is data rather than a choice.
  private static let maximumOptions = 500

  private func shape(ofStrings strings: [(String, Documentation)], isNullable: Bool) -> SchemaShape {
    var seen: Set<ExactString> = []
    var canonical: Set<String> = []
    var options: [ChoicePlan.Option] = []
    for (value, documentation) in strings where seen.insert(ExactString(value)).inserted {
      // Some languages treat canonically equivalent strings as equal, so no `switch` could distinguish them.
      guard canonical.insert(value).inserted else {
        return .value(
          PlannedType(
            type: .string, isNullable: isNullable,
            note: "Any text, because some of the values are canonically equivalent."))
      }
      options.append(ChoicePlan.Option(value: value, documentation: documentation))
    }
    guard options.count <= Self.maximumOptions else {
      return .value(
        PlannedType(
          type: .string, isNullable: isNullable, note: "One of \(options.count) values."))
    }
    return .choice(ChoicePlan(options: options), isNullable: isNullable)
  }
}
