import JSONText
import Patterns

/// Compiles the members of a schema object to keywords. Ignores members of the wrong type: the check against the
/// meta-schema has reported them, except in draft 2019-09, whose meta-schema is not included.
extension SchemaCompilation {
  mutating func build(_ item: Pending) {
    switch item.value {
    case .bool(true): break
    case .bool(false): nodes[item.node].keywords = [.falseSchema]
    case .object(let schema):
      var builder = KeywordBuilder(
        schema: schema, node: item.node, location: item.location,
        dialect: dialects[nodes[item.node].resource],
        resource: nodes[item.node].resource)
      builder.build(in: &self)
      nodes[item.node].keywords = builder.keywords
      nodes[item.node].meaning = schema[Meaning.keyword]?.stringValue.flatMap { Meaning(rawValue: $0) }
    default: break
    }
  }
}

/// Builds the keywords of one schema object.
struct KeywordBuilder {
  let schema: JSONObject
  let node: Int
  let location: SchemaCompilation.Location
  let dialect: Dialect
  let resource: Int
  private(set) var keywords: [Keyword] = []

  init(schema: JSONObject, node: Int, location: SchemaCompilation.Location, dialect: Dialect, resource: Int) {
    self.schema = schema
    self.node = node
    self.location = location
    self.dialect = dialect
    self.resource = resource
  }

  /// Builds the keywords of the dialect's vocabularies. ``CompiledSchema`` decides the order of their evaluation.
  mutating func build(in compilation: inout SchemaCompilation) {
    if dialect.vocabularies.contains(.validation) { buildAssertions(in: &compilation) }
    buildFormat(in: &compilation)
    buildObject(in: &compilation)
    buildArray(in: &compilation)
    buildReferences(in: &compilation)
    if dialect.vocabularies.contains(.applicator) { buildInPlace(in: &compilation) }
    if dialect.vocabularies.contains(.unevaluated) { buildUnevaluated(in: &compilation) }
  }

  // MARK: Validation vocabulary (validation §6)

  private mutating func buildAssertions(in compilation: inout SchemaCompilation) {
    if let types = schema["type"] {
      let names = types.arrayValue?.compactMap(\.stringValue) ?? [types.stringValue].compactMap(\.self)
      keywords.append(
        .type(SchemaTypeSet(names.compactMap { SchemaType(rawValue: $0) }.map { SchemaTypeSet($0) })))
    }
    if let value = schema["const"] { keywords.append(.const(ConstKeyword(value))) }
    if let values = schema["enum"]?.arrayValue {
      keywords.append(.enumeration(EnumerationKeyword(values)))
    }
    let number = NumberKeyword(schema)
    if !number.isEmpty { keywords.append(.number(number)) }
    if let bounds = bounds("minLength", "maxLength") { keywords.append(.length(bounds)) }
    if let text = schema["pattern"]?.stringValue,
      let pattern = pattern(text, at: location.pointer.appending("pattern"), in: &compilation)
    {
      keywords.append(.pattern(pattern))
    }
    if let bounds = bounds("minProperties", "maxProperties") { keywords.append(.propertyCount(bounds)) }
    if let bounds = bounds("minItems", "maxItems") { keywords.append(.itemCount(bounds)) }
    if schema["uniqueItems"]?.boolValue == true { keywords.append(.uniqueItems) }
  }

  private mutating func buildFormat(in compilation: inout SchemaCompilation) {
    let vocabularies = dialect.vocabularies
    let asserts =
      vocabularies.contains(.formatAssertion)
      || (compilation.formats == .assert && vocabularies.contains(.formatAnnotation))
    guard asserts, let name = schema["format"]?.stringValue, let format = Format(rawValue: name) else {
      return
    }
    keywords.append(.format(format))
  }

  private func bounds(_ lower: String, _ upper: String) -> CountBounds? {
    let minimum = count(lower)
    let maximum = count(upper)
    return minimum == nil && maximum == nil
      ? nil : CountBounds(minimum: minimum ?? 0, maximum: maximum ?? Int.max)
  }

  /// A count, which can be written `2.0` and can exceed `Int`.
  private func count(_ name: String) -> Int? {
    guard let number = schema[name]?.numberValue, number.isInteger else { return nil }
    if let value = number.intValue { return max(0, value) }
    return number.text.hasPrefix("-") ? 0 : Int.max
  }

  private func pattern(_ text: String, at pointer: JSONPointer, in compilation: inout SchemaCompilation)
    -> Pattern?
  {
    do throws(PatternSyntaxError) {
      let pattern = try Pattern(text, automatonWork: compilation.takeAutomatonWork())
      compilation.spendOnPattern(pattern.size)
      return pattern
    } catch {
      let at = SchemaCompilation.Location(document: location.document, pointer: pointer)
      compilation.note(.pattern(text, error), at: at)
      return nil
    }
  }

  // MARK: Objects (core §10.3.2, validation §6.5)

  private mutating func buildObject(in compilation: inout SchemaCompilation) {
    let applies = dialect.vocabularies.contains(.applicator)
    let asserts = dialect.vocabularies.contains(.validation)
    let properties = applies ? children("properties", in: &compilation) : []
    var patterns: [ObjectKeyword.PatternProperty] = []
    if applies {
      for (text, node) in children("patternProperties", in: &compilation) {
        let pointer = location.pointer.appending("patternProperties").appending(text)
        guard let pattern = pattern(text, at: pointer, in: &compilation) else { continue }
        patterns.append(ObjectKeyword.PatternProperty(pattern: pattern, node: node))
      }
    }
    var additional = ObjectKeyword.Additional.unconstrained
    if applies, let value = schema["additionalProperties"] {
      additional =
        value == .bool(false)
        ? .refused : child("additionalProperties", in: &compilation).map { .node($0) } ?? .unconstrained
    }
    let required = asserts ? names(schema["required"]) : []
    var isConstrained = true
    if case .unconstrained = additional { isConstrained = false }
    if !properties.isEmpty || !patterns.isEmpty || !required.isEmpty || isConstrained {
      keywords.append(
        .object(
          ObjectKeyword(
            properties: properties, patterns: patterns, additional: additional, required: required)))
    }
    if applies, let node = child("propertyNames", in: &compilation) { keywords.append(.propertyNames(node)) }
    buildDependents(in: &compilation)
  }

  private mutating func buildDependents(in compilation: inout SchemaCompilation) {
    var required: [DependentsKeyword.Required] = []
    var schemas: [DependentsKeyword.Schema] = []
    if dialect.vocabularies.contains(.validation) {
      for member in schema["dependentRequired"]?.objectValue?.members ?? [] {
        required.append(
          DependentsKeyword.Required(
            name: member.name, required: names(member.value), keyword: "dependentRequired"))
      }
    }
    if dialect.vocabularies.contains(.applicator) {
      for (name, node) in children("dependentSchemas", in: &compilation) {
        schemas.append(DependentsKeyword.Schema(name: name, node: node, keyword: "dependentSchemas"))
      }
      // `dependencies` is deprecated since draft 2019-09 but still in the meta-schema (validation §A).
      let dependencies = schema["dependencies"]?.objectValue?.members ?? []
      for member in dependencies where member.value.kind == .array {
        required.append(
          DependentsKeyword.Required(
            name: member.name, required: names(member.value), keyword: "dependencies"))
      }
      for member in dependencies where member.value.kind != .array {
        guard
          let node = node(
            member.value, at: location.pointer.appending("dependencies").appending(member.name),
            in: &compilation
          )
        else { continue }
        schemas.append(DependentsKeyword.Schema(name: member.name, node: node, keyword: "dependencies"))
      }
    }
    guard !required.isEmpty || !schemas.isEmpty else { return }
    keywords.append(.dependents(DependentsKeyword(required: required, schemas: schemas)))
  }

  private func names(_ value: JSONValue?) -> [String] { value?.arrayValue?.compactMap(\.stringValue) ?? [] }

  // MARK: Arrays (core §10.3.1, validation §6.4)

  private mutating func buildArray(in compilation: inout SchemaCompilation) {
    guard dialect.vocabularies.contains(.applicator) else { return }
    let items: ItemsKeyword
    if dialect.draft == .draft2019, schema["items"]?.kind == .array {
      items = ItemsKeyword(
        prefix: list("items", in: &compilation), prefixName: "items",
        rest: child("additionalItems", in: &compilation), restName: "additionalItems")
    } else {
      items = ItemsKeyword(
        prefix: dialect.draft == .draft2019 ? [] : list("prefixItems", in: &compilation),
        prefixName: "prefixItems", rest: child("items", in: &compilation), restName: "items")
    }
    if !items.prefix.isEmpty || items.rest != nil { keywords.append(.items(items)) }
    guard let node = child("contains", in: &compilation) else { return }
    let counts = dialect.vocabularies.contains(.validation)
    keywords.append(
      .contains(
        ContainsKeyword(
          node: node, minimum: counts ? count("minContains") ?? 1 : 1,
          maximum: counts ? count("maxContains") : nil, marksItems: dialect.draft == .draft2020)))
  }

  // MARK: References (core §8.2.3)

  private mutating func buildReferences(in compilation: inout SchemaCompilation) {
    let origin = ReferenceOrigin(location: location, node: node, resource: resource)
    if let text = schema["$ref"]?.stringValue {
      keywords += compilation.reference(text, keyword: .ref, from: origin)
    }
    switch dialect.draft {
    case .draft2020:
      if let text = schema["$dynamicRef"]?.stringValue {
        keywords += compilation.dynamicReference(text, from: origin)
      }
    case .draft2019:
      if schema["$recursiveRef"]?.stringValue != nil {
        keywords += compilation.recursiveReference(from: origin)
      }
    }
  }

  // MARK: In-place applicators (core §10.2)

  private mutating func buildInPlace(in compilation: inout SchemaCompilation) {
    let all = list("allOf", in: &compilation)
    if !all.isEmpty { keywords.append(.allOf(all)) }
    let any = list("anyOf", in: &compilation)
    if !any.isEmpty { keywords.append(.anyOf(any)) }
    let one = list("oneOf", in: &compilation)
    if !one.isEmpty { keywords.append(.oneOf(one)) }
    if let node = child("not", in: &compilation) { keywords.append(.not(node)) }
    if let condition = child("if", in: &compilation) {
      keywords.append(
        .conditional(
          ConditionalKeyword(
            condition: condition, thenNode: child("then", in: &compilation),
            elseNode: child("else", in: &compilation))))
    }
  }

  // MARK: Unevaluated (core §11)

  private mutating func buildUnevaluated(in compilation: inout SchemaCompilation) {
    if let node = child("unevaluatedItems", in: &compilation) {
      keywords.append(.unevaluatedItems(node))
    }
    if let node = child("unevaluatedProperties", in: &compilation) {
      keywords.append(.unevaluatedProperties(node))
    }
  }

  // MARK: Subschemas

  private func child(_ name: String, in compilation: inout SchemaCompilation) -> Int? {
    schema[name].flatMap { node($0, at: location.pointer.appending(name), in: &compilation) }
  }

  private func list(_ name: String, in compilation: inout SchemaCompilation) -> [Int] {
    let pointer = location.pointer.appending(name)
    return (schema[name]?.arrayValue ?? []).enumerated().compactMap { index, value in
      node(value, at: pointer.appending(index), in: &compilation)
    }
  }

  private func children(_ name: String, in compilation: inout SchemaCompilation) -> [(
    name: String, node: Int
  )] {
    let pointer = location.pointer.appending(name)
    return (schema[name]?.objectValue?.members ?? []).compactMap { member in
      node(member.value, at: pointer.appending(member.name), in: &compilation).map { (member.name, $0) }
    }
  }

  private func node(_ value: JSONValue, at pointer: JSONPointer, in compilation: inout SchemaCompilation)
    -> Int?
  {
    guard value.kind == .object || value.kind == .boolean else { return nil }
    return compilation.node(
      at: SchemaCompilation.Location(document: location.document, pointer: pointer), value: value,
      enclosing: resource)
  }
}
