import JSONSchema
import JSONText
import Screens

/// Translates the schemas of view types (JSON Schema 2020-12) to draft-07, as definitions of one document.
///
/// Every target of a `$ref` becomes a definition, so a target can be anywhere and references can be circular. The
/// translation leaves out what draft-07 cannot express, and then accepts more than the schema. Where accepting more
/// would refuse valid content, as within `not`, it leaves out the whole keyword.
struct ViewTypeTranslation {
  private let library: SchemaLibrary
  /// The suffix of the definitions' names.
  private let suffix: String
  /// Whether strings can be templates, whose text is not known.
  private let allowsTemplates: Bool
  private var names: [ResolvedSchema: String] = [:]
  private var usedNames: Set<String> = []
  private var pending: [ResolvedSchema] = []
  private var definitions = JSONObject()

  /// The largest number of definitions. References to further targets accept everything.
  static let maximumDefinitions = 10_000
  /// The greatest nesting depth of schemas. Deeper ones accept everything.
  static let maximumDepth = 64

  init(_ schemas: ViewTypeSchemas, suffix: String, allowsTemplates: Bool) {
    library = schemas.library
    self.suffix = suffix
    self.allowsTemplates = allowsTemplates
  }

  /// A reference to the definition of a view type's content.
  mutating func reference(to viewType: String) -> JSONValue {
    library.schema(of: viewType).flatMap { reference(to: $0) } ?? true
  }

  /// The definitions of everything that was referred to.
  mutating func finished() -> JSONObject {
    while let target = pending.popLast() {
      guard let name = names[target] else { continue }
      definitions[name] = translate(target, depth: 0).schema
    }
    return definitions
  }

  /// The draft-07 reference to a schema; nil if it belongs to no view type.
  private mutating func reference(to target: ResolvedSchema) -> JSONValue? {
    if target.isItem { return .reference(to: "item" + suffix) }
    if let name = names[target] { return .reference(to: name) }
    guard let viewType = target.viewType else { return nil }
    guard names.count < Self.maximumDefinitions else { return true }
    let name = unusedName(([viewType] + target.location.pointer.tokens).joined(separator: "."))
    names[target] = name
    pending.append(target)
    return .reference(to: name)
  }

  /// A name of ASCII letters, digits, `.`, `_`, `-` and `$`, which needs no escapes in a pointer or a URI.
  private mutating func unusedName(_ text: String) -> String {
    let safe = "content." + String(text.map { Self.isSafe($0) ? $0 : "_" }) + suffix
    var name = safe
    var count = 2
    while !usedNames.insert(name).inserted {
      name = "\(safe).\(count)"
      count += 1
    }
    return name
  }

  private static func isSafe(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-$".contains(character))
  }

  // MARK: Schemas

  /// A translated schema, and whether it accepts exactly the same values.
  typealias Translation = (schema: JSONValue, isExact: Bool)

  mutating func translate(_ schema: ResolvedSchema, depth: Int) -> Translation {
    guard case .object(let source) = schema.value else { return (schema.value, true) }
    guard depth < Self.maximumDepth else { return (true, false) }
    var result = TranslatedSchema(allowsTemplates: allowsTemplates)
    for member in source { translate(member.name, member.value, of: schema, depth: depth + 1, to: &result) }
    return (result.schema, result.isExact)
  }

  private mutating func translate(
    _ keyword: String, _ value: JSONValue, of schema: ResolvedSchema, depth: Int,
    to result: inout TranslatedSchema
  ) {
    switch keyword {
    case "$ref", "$dynamicRef", "$recursiveRef":
      let target = value.stringValue.flatMap { schema.target(of: $0) }
      if let reference = target.flatMap({ reference(to: $0) }) {
        result.add(reference)
        result.isExact = result.isExact && keyword == "$ref"
      } else {
        result.isExact = false
      }
    case "properties", "patternProperties":
      var members = JSONObject()
      for (name, part) in schema.parts(keyword) { members[name] = translated(part, depth, &result) }
      result[keyword] = .object(members)
    case "dependentSchemas":
      for (name, part) in schema.parts(keyword) {
        result.addDependency(of: name, translated(part, depth, &result))
      }
    case "dependentRequired":
      for member in value.objectValue ?? [:] {
        result.addDependency(of: member.name, ["required": member.value])
      }
    case "additionalProperties", "propertyNames", "contains":
      guard keyword != "contains" || schema["minContains"]?.numberValue?.intValue != 0 else { break }
      result[keyword] = schema.part(keyword).map { translated($0, depth, &result) }
    case "prefixItems":
      result["items"] = list(keyword, of: schema, depth, &result)
    case "items":
      // Draft 2019-09 writes the first elements as an array here.
      if value.arrayValue != nil {
        result["items"] = list(keyword, of: schema, depth, &result)
      } else {
        let name = schema["prefixItems"] == nil ? "items" : "additionalItems"
        result[name] = schema.part(keyword).map { translated($0, depth, &result) }
      }
    case "additionalItems":
      if schema["items"]?.arrayValue != nil {
        result[keyword] = schema.part(keyword).map { translated($0, depth, &result) }
      }
    case "allOf", "anyOf", "oneOf":
      var branches = TranslatedSchema(allowsTemplates: allowsTemplates)
      let schemas = list(keyword, of: schema, depth, &branches)
      result.isExact = result.isExact && branches.isExact
      // A value can match two branches that accept more than the originals, which `oneOf` would refuse.
      let name = keyword == "oneOf" && !branches.isExact ? "anyOf" : keyword
      result.add(.object([name: schemas]))
    case "not":
      guard let (negated, isExact) = schema.part(keyword).map({ translate($0, depth: depth) }) else { break }
      if isExact { result.add(["not": negated]) }
      result.isExact = result.isExact && isExact
    case "if":
      condition(schema, depth, &result)
    case "unevaluatedProperties":
      closeProperties(value, of: schema, &result)
    default:
      result.copy(keyword, value)
    }
  }

  private mutating func translated(
    _ schema: ResolvedSchema, _ depth: Int, _ result: inout TranslatedSchema
  ) -> JSONValue {
    let (translation, isExact) = translate(schema, depth: depth)
    result.isExact = result.isExact && isExact
    return translation
  }

  private mutating func list(
    _ keyword: String, of schema: ResolvedSchema, _ depth: Int, _ result: inout TranslatedSchema
  ) -> JSONValue {
    .array(schema.parts(keyword).map { translated($0.schema, depth, &result) })
  }

  private mutating func condition(
    _ schema: ResolvedSchema, _ depth: Int, _ result: inout TranslatedSchema
  ) {
    guard let (condition, isExact) = schema.part("if").map({ translate($0, depth: depth) }), isExact else {
      result.isExact = false
      return
    }
    var choice: JSONObject = ["if": condition]
    for name in ["then", "else"] {
      if let branch = schema.part(name) { choice[name] = translated(branch, depth, &result) }
    }
    result.add(.object(choice))
  }

  /// Translates `"unevaluatedProperties": false` where the names of all members are known.
  private func closeProperties(
    _ value: JSONValue, of schema: ResolvedSchema, _ result: inout TranslatedSchema
  ) {
    guard value == false, let names = EvaluatedNames(of: schema) else {
      result.isExact = result.isExact && value == true
      return
    }
    result.isExact = false
    let patterns = names.patterns.map { JSONValue.object(["pattern": .string($0)]) }
    result.add(["propertyNames": ["anyOf": .array([["enum": .strings(names.names)]] + patterns)]])
  }
}
