import JSONSchema
import JSONText
import Screens

/// A draft of a view type's schema, as strict as its examples allow.
struct SchemaDraft {
  private let formats = ["uri", "date-time", "date", "uuid"].map { StringFormat($0) }

  /// A check of one format of strings.
  private struct StringFormat {
    let name: String
    private let schema: CompiledSchema?

    init(_ name: String) {
      self.name = name
      schema = try? SchemaCompiler.compile(
        ["format": .string(name)], uri: "marquee:/format", registry: SchemaRegistry(), formats: .assert)
    }

    /// Many texts with a colon, such as `tab:offers`, are URIs too, so only those with an authority count.
    func matches(_ text: String) -> Bool {
      (name != "uri" || text.contains("://")) && schema?.isValid(.string(text)) ?? false
    }
  }

  /// The keyword that lets a later capture widen the schema.
  static let mark = "x-drafted"

  /// Stands for an item inside the content of an example.
  static let item: JSONValue = ["$marquee:item": true]
  /// The schema of a place for an item.
  static let itemSchema: JSONValue = ["$ref": .string(ViewType.itemURI)]

  /// Whether an example has ``item`` at any depth.
  static func holdsItem(_ example: JSONValue) -> Bool {
    if example == item { return true }
    return switch example {
    case .array(let elements): elements.contains(where: holdsItem)
    case .object(let object): object.contains { holdsItem($0.value) }
    default: false
    }
  }

  /// The format of all texts; nil if they have none in common.
  func format(of texts: [String]) -> String? { formats.first { texts.allSatisfy($0.matches) }?.name }

  /// Whether a text has a format. All texts have one that no draft names.
  func matches(_ text: String, format name: String) -> Bool {
    formats.first { $0.name == name }?.matches(text) ?? true
  }

  /// The schema of the values of screens.
  func values(examples: [JSONValue]) -> JSONValue { .object(keywords(for: examples, depth: 0)) }

  /// The schema of a view type.
  /// - Parameter examples: contents of items; at least one.
  func schema(named name: String, examples: [JSONValue]) -> JSONValue {
    var schema: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-drafted": true,
      "description": .string(
        "A draft from \(examples.count) recorded \(examples.count == 1 ? "example" : "examples")."),
    ]
    for member in keywords(for: examples, depth: 0, typeName: name) { schema[member.name] = member.value }
    return .object(schema)
  }

  /// - Parameter typeName: the view type, if the examples are contents of items.
  private func keywords(for examples: [JSONValue], depth: Int, typeName: String? = nil) -> JSONObject {
    guard depth < CaptureLimits.schemaDepth else { return [:] }
    let others = examples.filter { $0 != Self.item }
    if others.count < examples.count {
      guard !others.isEmpty else { return Self.itemSchema.objectValue ?? [:] }
      return ["anyOf": [Self.itemSchema, .object(keywords(for: others, depth: depth))]]
    }
    var schema = JSONObject()
    let types = Self.types(of: examples)
    schema["type"] = types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
    let objects = examples.compactMap(\.objectValue)
    if !objects.isEmpty { describe(objects, depth: depth, typeName: typeName, &schema) }
    let elements = examples.compactMap(\.arrayValue).flatMap { $0 }
    if !elements.isEmpty { schema["items"] = .object(keywords(for: elements, depth: depth + 1)) }
    let texts = examples.compactMap(\.stringValue)
    if !texts.isEmpty, let format = format(of: texts) { schema["format"] = .string(format) }
    return schema
  }

  private func describe(_ objects: [JSONObject], depth: Int, typeName: String?, _ schema: inout JSONObject) {
    var values: [ExactString: [JSONValue]] = [:]
    var order: [String] = []
    for member in objects.joined() {
      if values[member.name] == nil { order.append(member.name) }
      values[ExactString(member.name), default: []].append(member.value)
    }
    guard order.count <= CaptureLimits.schemaMembers else {
      schema["additionalProperties"] = .object(
        keywords(for: objects.flatMap { $0.map(\.value) }, depth: depth + 1))
      return
    }
    var properties = JSONObject()
    for name in order {
      let found = values[name] ?? []
      // The member that names the view type is the same in each of its items.
      if let typeName, found.count == objects.count, found.allSatisfy({ $0 == .string(typeName) }) {
        properties[name] = ["const": .string(typeName)]
      } else {
        properties[name] = .object(keywords(for: found, depth: depth + 1))
      }
    }
    schema["properties"] = .object(properties)
    let required = order.filter { values[$0]?.count == objects.count }
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    schema["additionalProperties"] = false
  }

  /// The types of all examples: `integer` instead of `number` if all numbers are whole.
  static func types(of examples: [JSONValue]) -> [String] {
    var types: [String] = []
    for example in examples where !types.contains(example.kind.rawValue) {
      types.append(example.kind.rawValue)
    }
    let numbers = examples.compactMap(\.numberValue)
    return types.map { $0 == "number" && numbers.allSatisfy(\.isInteger) ? "integer" : $0 }
  }
}
