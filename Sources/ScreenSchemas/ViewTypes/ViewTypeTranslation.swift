import JSONText
import Screens

/// Translates the schemas of view types (JSON Schema 2020-12) to draft-07, as definitions of one document.
///
/// Every target of a `$ref` becomes a definition, so a target can be anywhere and references can be circular. The
/// translation leaves out what draft-07 cannot express, and then accepts more than the schema. Where accepting more
/// would refuse valid content, as within `not`, it leaves out the whole keyword.
struct ViewTypeTranslation {
  /// A schema that a reference names: a view type and a place in its schema.
  private struct Target: Hashable {
    let viewType: String
    let pointer: JSONPointer
  }

  private let schemas: [String: JSONValue]
  /// The suffix of the definitions' names.
  private let suffix: String
  /// Whether strings can be templates, whose text is not known.
  private let allowsTemplates: Bool
  private var names: [Target: String] = [:]
  private var usedNames: Set<String> = []
  private var pending: [Target] = []
  private var definitions = JSONObject()

  /// The largest number of definitions. References to further targets accept everything.
  static let maximumDefinitions = 10_000
  /// The greatest nesting depth of schemas. Deeper ones accept everything.
  static let maximumDepth = 64

  init(_ schemas: [String: JSONValue], suffix: String, allowsTemplates: Bool) {
    self.schemas = schemas
    self.suffix = suffix
    self.allowsTemplates = allowsTemplates
  }

  /// A reference to the definition of a view type's content.
  mutating func reference(to viewType: String) -> JSONValue {
    reference(to: Target(viewType: viewType, pointer: .root))
  }

  /// The definitions of everything that was referred to.
  mutating func finished() -> JSONObject {
    while let target = pending.popLast() {
      guard let name = names[target], let root = schemas[target.viewType],
        let schema = target.pointer.value(in: root)
      else { continue }
      definitions[name] = translate(schema, in: target.viewType, depth: 0).schema
    }
    return definitions
  }

  private mutating func reference(to target: Target) -> JSONValue {
    if let name = names[target] { return .reference(to: name) }
    guard names.count < Self.maximumDefinitions else { return true }
    let name = unusedName(([target.viewType] + target.pointer.tokens).joined(separator: "."))
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

  // MARK: References

  /// The draft-07 reference for a `$ref` of a view type; nil if its target is not known.
  private mutating func reference(_ text: String, in viewType: String) -> JSONValue? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let file = parts.first else { return nil }
    if text == ViewType.itemURI { return .reference(to: "item" + suffix) }
    var name = viewType
    if !file.isEmpty {
      guard file.hasSuffix(".json") else { return nil }
      name = String(file.dropLast(5))
    }
    guard let root = schemas[name] else { return nil }
    guard let fragment = PercentEncoding.decoded(parts.count > 1 ? parts[1] : "") else { return nil }
    let pointer =
      fragment.isEmpty || fragment.hasPrefix("/") ? JSONPointer(fragment) : Self.anchor(fragment, in: root)
    guard let pointer, pointer.value(in: root) != nil else { return nil }
    return reference(to: Target(viewType: name, pointer: pointer))
  }

  /// The place of the schema with an anchor.
  private static func anchor(_ name: String, in root: JSONValue) -> JSONPointer? {
    var pending = [(root, JSONPointer.root)]
    while let (value, place) = pending.popLast() {
      if place.tokens.count > maximumDepth { continue }
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated() { pending.append((element, place.appending(index))) }
      case .object(let object):
        for keyword in ["$anchor", "$dynamicAnchor"] where object[keyword]?.stringValue == name {
          return place
        }
        for member in object { pending.append((member.value, place.appending(member.name))) }
      default: break
      }
    }
    return nil
  }

  // MARK: Schemas

  /// A translated schema, and whether it accepts exactly the same values.
  typealias Translation = (schema: JSONValue, isExact: Bool)

  mutating func translate(_ schema: JSONValue, in viewType: String, depth: Int) -> Translation {
    guard case .object(let source) = schema else { return (schema, true) }
    // A schema with an id of its own resolves references against it. Such schemas are rare and accept everything here.
    guard depth < Self.maximumDepth, depth == 0 || source["$id"] == nil else { return (true, false) }
    var result = TranslatedSchema(allowsTemplates: allowsTemplates)
    for member in source {
      translate(member.name, member.value, of: source, in: viewType, depth: depth + 1, to: &result)
    }
    return (result.schema, result.isExact)
  }

  private mutating func translate(
    _ keyword: String, _ value: JSONValue, of source: JSONObject, in viewType: String, depth: Int,
    to result: inout TranslatedSchema
  ) {
    switch keyword {
    case "$ref", "$dynamicRef", "$recursiveRef":
      if let reference = value.stringValue.flatMap({ reference($0, in: viewType) }) {
        result.add(reference)
        result.isExact = result.isExact && keyword == "$ref"
      } else {
        result.isExact = false
      }
    case "properties", "patternProperties":
      result[keyword] = mapped(value, in: viewType, depth, &result)
    case "dependentSchemas":
      for member in value.objectValue ?? [:] {
        let (schema, isExact) = translate(member.value, in: viewType, depth: depth)
        result.addDependency(of: member.name, schema)
        result.isExact = result.isExact && isExact
      }
    case "dependentRequired":
      for member in value.objectValue ?? [:] {
        result.addDependency(of: member.name, ["required": member.value])
      }
    case "additionalProperties", "propertyNames", "contains":
      guard keyword != "contains" || source["minContains"]?.numberValue?.intValue != 0 else { break }
      result[keyword] = translated(value, in: viewType, depth, &result)
    case "prefixItems":
      result["items"] = .array((value.arrayValue ?? []).map { translated($0, in: viewType, depth, &result) })
    case "items":
      // Draft 2019-09 writes the first elements as an array here.
      if case .array(let elements) = value {
        result["items"] = .array(elements.map { translated($0, in: viewType, depth, &result) })
      } else {
        let name = source["prefixItems"] == nil ? "items" : "additionalItems"
        result[name] = translated(value, in: viewType, depth, &result)
      }
    case "additionalItems":
      if source["items"]?.arrayValue != nil {
        result[keyword] = translated(value, in: viewType, depth, &result)
      }
    case "allOf", "anyOf", "oneOf":
      branches(keyword, value, in: viewType, depth, &result)
    case "not":
      let (schema, isExact) = translate(value, in: viewType, depth: depth)
      if isExact { result.add(["not": schema]) }
      result.isExact = result.isExact && isExact
    case "if":
      condition(value, source, in: viewType, depth, &result)
    case "unevaluatedProperties":
      closeProperties(value, source, in: viewType, &result)
    default:
      result.copy(keyword, value)
    }
  }

  private mutating func translated(
    _ value: JSONValue, in viewType: String, _ depth: Int, _ result: inout TranslatedSchema
  ) -> JSONValue {
    let (schema, isExact) = translate(value, in: viewType, depth: depth)
    result.isExact = result.isExact && isExact
    return schema
  }

  private mutating func mapped(
    _ value: JSONValue, in viewType: String, _ depth: Int, _ result: inout TranslatedSchema
  ) -> JSONValue {
    var members = JSONObject()
    for member in value.objectValue ?? [:] {
      members[member.name] = translated(member.value, in: viewType, depth, &result)
    }
    return .object(members)
  }

  private mutating func branches(
    _ keyword: String, _ value: JSONValue, in viewType: String, _ depth: Int,
    _ result: inout TranslatedSchema
  ) {
    var isExact = true
    let schemas = (value.arrayValue ?? []).map { branch -> JSONValue in
      let translation = translate(branch, in: viewType, depth: depth)
      isExact = isExact && translation.isExact
      return translation.schema
    }
    result.isExact = result.isExact && isExact
    // A value can match two branches that accept more than the originals, which `oneOf` would refuse.
    let name = keyword == "oneOf" && !isExact ? "anyOf" : keyword
    result.add(.object([name: .array(schemas)]))
  }

  private mutating func condition(
    _ value: JSONValue, _ source: JSONObject, in viewType: String, _ depth: Int,
    _ result: inout TranslatedSchema
  ) {
    let (condition, isExact) = translate(value, in: viewType, depth: depth)
    guard isExact else {
      result.isExact = false
      return
    }
    var choice: JSONObject = ["if": condition]
    for name in ["then", "else"] {
      if let branch = source[name] { choice[name] = translated(branch, in: viewType, depth, &result) }
    }
    result.add(.object(choice))
  }

  /// Translates `"unevaluatedProperties": false` where the names of all members are known.
  private mutating func closeProperties(
    _ value: JSONValue, _ source: JSONObject, in viewType: String, _ result: inout TranslatedSchema
  ) {
    var names = EvaluatedNames(documents: schemas)
    guard value == false, names.add(.object(source), in: viewType) else {
      result.isExact = result.isExact && value == true
      return
    }
    result.isExact = false
    let patterns = names.patterns.map { JSONValue.object(["pattern": .string($0)]) }
    result.add(["propertyNames": ["anyOf": .array([["enum": .strings(names.names)]] + patterns)]])
  }
}
