import JSONSchema
import JSONText

/// Converts the keywords of one subschema to clauses. Ignores annotations such as `title` and `default`.
struct ClauseReader {
  private let schema: ResolvedSchema
  private let node: Int
  private var clauses: [Clause] = []

  init(_ schema: ResolvedSchema, node: Int) {
    self.schema = schema
    self.node = node
  }

  mutating func clauses(in builder: inout GraphBuilder) -> [Clause] {
    clauses = []
    guard builder.isStandard(schema) else {
      add("$schema", builder.opaque())
      return clauses
    }
    switch schema.value {
    case .bool(false): add("", .never)
    case .object:
      addValues()
      addTexts(in: &builder)
      addObject(in: &builder)
      addArray(in: &builder)
      addReferences(in: &builder)
      addInPlace(in: &builder)
      let properties = child("unevaluatedProperties", in: &builder)
      let items = child("unevaluatedItems", in: &builder)
      if properties != nil || items != nil { builder.unevaluated[node] = (properties, items) }
    default: break
    }
    return clauses
  }

  private mutating func add(_ keyword: String, _ term: Term) {
    clauses.append(Clause(keyword: keyword, term: term))
  }

  // MARK: Values and numbers (validation §6.1, §6.2)

  private mutating func addValues() {
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

  private mutating func addTexts(in builder: inout GraphBuilder) {
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

  private mutating func addObject(in builder: inout GraphBuilder) {
    let properties = children("properties", in: &builder).map {
      MemberRule.Property(name: $0.name, node: $0.node)
    }
    var patterns: [MemberRule.PatternProperty] = []
    var hasUnknown = false
    for (source, node) in children("patternProperties", in: &builder) {
      if let pattern = builder.pattern(source) {
        patterns.append(MemberRule.PatternProperty(pattern: pattern, node: node))
      } else {
        hasUnknown = true
      }
    }
    // One clause for all of them: each evaluation visits every clause.
    if hasUnknown { add("patternProperties", builder.opaque()) }
    let additional = child("additionalProperties", in: &builder)
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
    if let names = child("propertyNames", in: &builder) {
      add("propertyNames", .propertyNames(names))
    }
    addDependents(in: &builder)
  }

  private mutating func addDependents(in builder: inout GraphBuilder) {
    for member in schema["dependentRequired"]?.objectValue?.members ?? [] {
      add("dependentRequired", .dependentRequired(name: member.name, Self.names(member.value)))
    }
    for (name, node) in children("dependentSchemas", in: &builder) {
      add("dependentSchemas", .dependentSchema(name: name, node))
    }
    // `dependencies` is deprecated but still valid (validation, appendix A).
    for member in schema["dependencies"]?.objectValue?.members ?? [] {
      if member.value.kind == .array {
        add("dependencies", .dependentRequired(name: member.name, Self.names(member.value)))
      } else {
        guard let part = schema.part("dependencies", member.name) else { continue }
        add("dependencies", .dependentSchema(name: member.name, builder.node(for: part)))
      }
    }
  }

  private static func names(_ value: JSONValue?) -> [String] {
    value?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  // MARK: Arrays (core §10.3.1, validation §6.4)

  private mutating func addArray(in builder: inout GraphBuilder) {
    let prefix = list("prefixItems", in: &builder)
    let rest = child("items", in: &builder)
    if !prefix.isEmpty || rest != nil {
      add(rest == nil ? "prefixItems" : "items", .elements(ElementRule(prefix: prefix, rest: rest)))
    }
    if let count = Self.count(schema["minItems"]), count > 0 { add("minItems", .minItems(count)) }
    if let count = Self.count(schema["maxItems"]) { add("maxItems", .maxItems(count)) }
    if schema["uniqueItems"]?.boolValue == true { add("uniqueItems", .uniqueItems) }
    if let node = child("contains", in: &builder) {
      add(
        "contains",
        .contains(
          node, minimum: Self.count(schema["minContains"]) ?? 1, maximum: Self.count(schema["maxContains"])))
    }
  }

  // MARK: References and what applies to the same value (core §8.2.3, §10.2)

  private mutating func addReferences(in builder: inout GraphBuilder) {
    if schema["$ref"] != nil {
      add("$ref", schema.reference.map { .all([builder.node(for: $0)]) } ?? builder.opaque())
    }
    if schema["$dynamicRef"] != nil { add("$dynamicRef", builder.opaque()) }
  }

  private mutating func addInPlace(in builder: inout GraphBuilder) {
    let all = list("allOf", in: &builder)
    if !all.isEmpty { add("allOf", .all(all)) }
    let any = list("anyOf", in: &builder)
    if !any.isEmpty { add("anyOf", .any(any)) }
    let one = list("oneOf", in: &builder)
    if !one.isEmpty { add("oneOf", .one(one)) }
    if let node = child("not", in: &builder) { add("not", .not(node)) }
    if let condition = child("if", in: &builder) {
      let then = child("then", in: &builder)
      let otherwise = child("else", in: &builder)
      add("if", .conditional(condition: condition, then: then, otherwise: otherwise))
    }
  }

  // MARK: Subschemas

  private func child(_ name: String, in builder: inout GraphBuilder) -> Int? {
    guard let part = schema.part(name), part.value.kind == .object || part.value.kind == .boolean else {
      return nil
    }
    return builder.node(for: part)
  }

  private func list(_ name: String, in builder: inout GraphBuilder) -> [Int] {
    schema.parts(name).map { builder.node(for: $0.schema) }
  }

  private func children(_ name: String, in builder: inout GraphBuilder) -> [(name: String, node: Int)] {
    schema.parts(name).map { ($0.name, builder.node(for: $0.schema)) }
  }
}
