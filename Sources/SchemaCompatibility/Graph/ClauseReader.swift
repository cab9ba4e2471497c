import JSONText

/// Converts the keywords of one subschema to clauses. Ignores annotations such as `title` and `default`.
struct ClauseReader {
  let location: SchemaLocation
  let node: Int
  private var clauses: [Clause] = []

  init(location: SchemaLocation, node: Int) {
    self.location = location
    self.node = node
  }

  mutating func clauses(of value: JSONValue, in builder: inout GraphBuilder) -> [Clause] {
    clauses = []
    guard builder.isStandard(value, at: location) else {
      add("$schema", builder.opaque())
      return clauses
    }
    switch value {
    case .bool(false): add("", .never)
    case .object(let schema):
      addValues(schema, in: &builder)
      addTexts(schema, in: &builder)
      addObject(schema, in: &builder)
      addArray(schema, in: &builder)
      addReferences(schema, in: &builder)
      addInPlace(schema, in: &builder)
      let properties = child("unevaluatedProperties", of: schema, in: &builder)
      let items = child("unevaluatedItems", of: schema, in: &builder)
      if properties != nil || items != nil { builder.unevaluated[node] = (properties, items) }
    default: break
    }
    return clauses
  }

  private mutating func add(_ keyword: String, _ term: Term) {
    clauses.append(Clause(keyword: keyword, term: term))
  }

  // MARK: Values and numbers (validation §6.1, §6.2)

  private mutating func addValues(_ schema: JSONObject, in builder: inout GraphBuilder) {
    if let types = schema["type"] {
      let names = types.arrayValue?.compactMap(\.stringValue) ?? [types.stringValue].compactMap(\.self)
      add("type", .kinds(names.reduce(into: KindSet.none) { $0.formUnion(KindSet(typeName: $1)) }))
    }
    if let value = schema["const"] { add("const", .values(ValueList([value]))) }
    if let values = schema["enum"]?.arrayValue { add("enum", .values(ValueList(values))) }
    for (keyword, isExclusive) in [("minimum", false), ("exclusiveMinimum", true)] {
      guard let value = schema[keyword]?.numberValue else { continue }
      add(keyword, .minimum(NumberBound(value: value, isExclusive: isExclusive)))
    }
    for (keyword, isExclusive) in [("maximum", false), ("exclusiveMaximum", true)] {
      guard let value = schema[keyword]?.numberValue else { continue }
      add(keyword, .maximum(NumberBound(value: value, isExclusive: isExclusive)))
    }
    if let divisor = schema["multipleOf"]?.numberValue { add("multipleOf", .multipleOf(divisor)) }
  }

  /// A count, which can be written `2.0` and can exceed `Int`.
  private static func count(_ value: JSONValue?) -> Int? {
    guard let number = value?.numberValue, number.isInteger else { return nil }
    if let count = number.intValue { return max(0, count) }
    return number.text.hasPrefix("-") ? 0 : Int.max
  }

  // MARK: Strings (validation §6.3, §7)

  private mutating func addTexts(_ schema: JSONObject, in builder: inout GraphBuilder) {
    if let count = Self.count(schema["minLength"]), count > 0 { add("minLength", .minLength(count)) }
    if let count = Self.count(schema["maxLength"]) { add("maxLength", .maxLength(count)) }
    if let source = schema["pattern"]?.stringValue {
      add("pattern", builder.pattern(source).map { .pattern($0) } ?? builder.opaque())
    }
    if let name = schema["format"]?.stringValue, let format = builder.format(name) {
      add("format", .format(format))
    }
  }

  // MARK: Objects (core §10.3.2, validation §6.5)

  private mutating func addObject(_ schema: JSONObject, in builder: inout GraphBuilder) {
    let properties = children("properties", of: schema, in: &builder).map {
      MemberRule.Property(name: $0.name, node: $0.node)
    }
    var patterns: [MemberRule.PatternProperty] = []
    var hasUnknown = false
    for (source, node) in children("patternProperties", of: schema, in: &builder) {
      if let pattern = builder.pattern(source) {
        patterns.append(MemberRule.PatternProperty(pattern: pattern, node: node))
      } else {
        hasUnknown = true
      }
    }
    // One clause for all of them: each evaluation visits every clause.
    if hasUnknown { add("patternProperties", builder.opaque()) }
    let additional = child("additionalProperties", of: schema, in: &builder)
    if !properties.isEmpty || !patterns.isEmpty || additional != nil {
      add(
        "properties", .members(MemberRule(properties: properties, patterns: patterns, additional: additional))
      )
    }
    let required = Self.names(schema["required"])
    if !required.isEmpty { add("required", .required(required)) }
    if let count = Self.count(schema["minProperties"]), count > 0 {
      add("minProperties", .minProperties(count))
    }
    if let count = Self.count(schema["maxProperties"]) { add("maxProperties", .maxProperties(count)) }
    if let names = child("propertyNames", of: schema, in: &builder) {
      add("propertyNames", .propertyNames(names))
    }
    addDependents(schema, in: &builder)
  }

  private mutating func addDependents(_ schema: JSONObject, in builder: inout GraphBuilder) {
    for member in schema["dependentRequired"]?.objectValue?.members ?? [] {
      add("dependentRequired", .dependentRequired(name: member.name, Self.names(member.value)))
    }
    for (name, node) in children("dependentSchemas", of: schema, in: &builder) {
      add("dependentSchemas", .dependentSchema(name: name, node))
    }
    // `dependencies` is deprecated but still valid (validation, appendix A).
    for member in schema["dependencies"]?.objectValue?.members ?? [] {
      if member.value.kind == .array {
        add("dependencies", .dependentRequired(name: member.name, Self.names(member.value)))
      } else {
        let node = builder.node(at: location.appending("dependencies").appending(member.name))
        add("dependencies", .dependentSchema(name: member.name, node))
      }
    }
  }

  private static func names(_ value: JSONValue?) -> [String] {
    value?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  // MARK: Arrays (core §10.3.1, validation §6.4)

  private mutating func addArray(_ schema: JSONObject, in builder: inout GraphBuilder) {
    let prefix = list("prefixItems", of: schema, in: &builder)
    let rest = child("items", of: schema, in: &builder)
    if !prefix.isEmpty || rest != nil {
      add(rest == nil ? "prefixItems" : "items", .elements(ElementRule(prefix: prefix, rest: rest)))
    }
    if let count = Self.count(schema["minItems"]), count > 0 { add("minItems", .minItems(count)) }
    if let count = Self.count(schema["maxItems"]) { add("maxItems", .maxItems(count)) }
    if schema["uniqueItems"]?.boolValue == true { add("uniqueItems", .uniqueItems) }
    if let node = child("contains", of: schema, in: &builder) {
      add(
        "contains",
        .contains(
          node, minimum: Self.count(schema["minContains"]) ?? 1, maximum: Self.count(schema["maxContains"])))
    }
  }

  // MARK: References and what applies to the same value (core §8.2.3, §10.2)

  private mutating func addReferences(_ schema: JSONObject, in builder: inout GraphBuilder) {
    if let reference = schema["$ref"]?.stringValue {
      add("$ref", builder.target(of: reference, from: location).map { .all([$0]) } ?? builder.opaque())
    }
    if schema["$dynamicRef"] != nil { add("$dynamicRef", builder.opaque()) }
  }

  private mutating func addInPlace(_ schema: JSONObject, in builder: inout GraphBuilder) {
    let all = list("allOf", of: schema, in: &builder)
    if !all.isEmpty { add("allOf", .all(all)) }
    let any = list("anyOf", of: schema, in: &builder)
    if !any.isEmpty { add("anyOf", .any(any)) }
    let one = list("oneOf", of: schema, in: &builder)
    if !one.isEmpty { add("oneOf", .one(one)) }
    if let node = child("not", of: schema, in: &builder) { add("not", .not(node)) }
    if let condition = child("if", of: schema, in: &builder) {
      let then = child("then", of: schema, in: &builder)
      let otherwise = child("else", of: schema, in: &builder)
      add("if", .conditional(condition: condition, then: then, otherwise: otherwise))
    }
  }

  // MARK: Subschemas

  private func child(_ name: String, of schema: JSONObject, in builder: inout GraphBuilder) -> Int? {
    guard let value = schema[name], value.kind == .object || value.kind == .boolean else { return nil }
    return builder.node(at: location.appending(name))
  }

  private func list(_ name: String, of schema: JSONObject, in builder: inout GraphBuilder) -> [Int] {
    let count = schema[name]?.arrayValue?.count ?? 0
    return (0..<count).map { builder.node(at: location.appending(name).appending($0)) }
  }

  private func children(_ name: String, of schema: JSONObject, in builder: inout GraphBuilder)
    -> [(name: String, node: Int)]
  {
    (schema[name]?.objectValue?.members ?? []).map { member in
      (member.name, builder.node(at: location.appending(name).appending(member.name)))
    }
  }
}
