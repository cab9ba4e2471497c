import JSONText
import Screens

/// Widens a drafted schema so that it accepts more examples. Keywords that no draft has stay as they are.
struct SchemaWidening {
  private(set) var changes: [SchemaChange] = []
  private let draft = SchemaDraft()

  private static let draftedDescription = "A draft from "

  /// The schema of a view type. Equal to the given one if nothing has to change.
  mutating func viewType(_ schema: JSONValue, examples: [JSONValue]) -> JSONValue {
    var widened = widened(schema, by: examples, at: .root, depth: 0)
    guard !changes.isEmpty, case .object(var keywords) = widened else { return schema }
    if let text = keywords["description"]?.stringValue, text.hasPrefix(Self.draftedDescription) {
      keywords["description"] = "A draft from the examples of several recordings."
    }
    widened = .object(keywords)
    return widened
  }

  /// The schema of the values of a wire format's screens.
  mutating func values(_ schema: JSONValue, examples: [JSONValue], at location: JSONPointer) -> JSONValue {
    widened(schema, by: examples, at: location, depth: 0)
  }

  private mutating func note(_ location: JSONPointer, _ text: String) {
    changes.append(SchemaChange(at: location, text))
  }

  private mutating func widened(
    _ schema: JSONValue, by examples: [JSONValue], at location: JSONPointer, depth: Int
  ) -> JSONValue {
    guard !examples.isEmpty, depth < CaptureLimits.schemaDepth, case .object(var keywords) = schema,
      !keywords.isEmpty
    else { return schema }
    let others = examples.filter { $0 != SchemaDraft.item }
    if let choices = keywords["anyOf"]?.arrayValue, choices.count == 2, choices[0] == SchemaDraft.itemSchema {
      let place = location.appending("anyOf").appending(1)
      keywords["anyOf"] = [choices[0], widened(choices[1], by: others, at: place, depth: depth)]
      return .object(keywords)
    }
    if schema == SchemaDraft.itemSchema {
      guard !others.isEmpty else { return schema }
      note(location, "allows other values than items")
      return ["anyOf": [schema, draft.values(examples: others)]]
    }
    if others.count < examples.count {
      note(location, "allows items")
      return ["anyOf": [SchemaDraft.itemSchema, widened(schema, by: others, at: location, depth: depth)]]
    }
    if let value = keywords["const"] {
      guard !examples.allSatisfy({ $0.isEquivalent(to: value) }) else { return schema }
      note(location, "allows other values than \(value.text)")
      keywords["const"] = nil
      let drafted = draft.values(examples: [value] + examples).objectValue ?? [:]
      for member in drafted where keywords[member.name] == nil { keywords[member.name] = member.value }
      return .object(keywords)
    }
    widenEnum(&keywords, by: examples, at: location)
    let earlierTypes = Self.types(of: keywords)
    widenTypes(&keywords, by: examples, at: location)
    let objects = examples.compactMap(\.objectValue)
    if !objects.isEmpty {
      if earlierTypes.isEmpty || earlierTypes.contains("object") {
        widenObjects(&keywords, by: objects, at: location, depth: depth)
      } else {
        add(draft.values(examples: objects.map { .object($0) }), to: &keywords)
      }
    }
    let elements = examples.compactMap(\.arrayValue).flatMap { $0 }
    if !elements.isEmpty { widenElements(&keywords, by: elements, at: location, depth: depth, earlierTypes) }
    widenFormat(&keywords, by: examples.compactMap(\.stringValue), earlierTypes, at: location)
    return .object(keywords)
  }

  /// Adds the keywords of a draft except its types, which have been added already.
  private func add(_ drafted: JSONValue, to keywords: inout JSONObject) {
    for member in drafted.objectValue ?? [:] where member.name != "type" {
      keywords[member.name] = member.value
    }
  }

  // MARK: Keywords

  private static func types(of keywords: JSONObject) -> [String] {
    switch keywords["type"] {
    case .string(let type)?: [type]
    case .array(let types)?: types.compactMap(\.stringValue)
    default: []
    }
  }

  private mutating func widenEnum(
    _ keywords: inout JSONObject, by examples: [JSONValue], at location: JSONPointer
  ) {
    guard var values = keywords["enum"]?.arrayValue else { return }
    var known = Set(values.map { ExactString($0.text) })
    for example in examples where known.insert(ExactString(example.text)).inserted {
      values.append(example)
      note(location.appending("enum"), "allows \(example.text)")
    }
    keywords["enum"] = .array(values)
  }

  private mutating func widenTypes(
    _ keywords: inout JSONObject, by examples: [JSONValue], at location: JSONPointer
  ) {
    var types = Self.types(of: keywords)
    guard !types.isEmpty else { return }
    let earlier = types
    for type in SchemaDraft.types(of: examples)
    where !types.contains(type) && !(type == "integer" && types.contains("number")) {
      if type == "number", let index = types.firstIndex(of: "integer") {
        types[index] = type
      } else {
        types.append(type)
      }
      note(location.appending("type"), "allows \(type)")
    }
    guard types != earlier else { return }
    keywords["type"] = types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
  }

  private mutating func widenObjects(
    _ keywords: inout JSONObject, by objects: [JSONObject], at location: JSONPointer, depth: Int
  ) {
    var values: [ExactString: [JSONValue]] = [:]
    var order: [String] = []
    for member in objects.joined() {
      if values[member.name] == nil { order.append(member.name) }
      values[ExactString(member.name), default: []].append(member.value)
    }
    var properties = keywords["properties"]?.objectValue ?? [:]
    let isClosed = keywords["additionalProperties"] == false
    var dictionary: [JSONValue] = []
    for name in order {
      let found = values[ExactString(name)] ?? []
      let place = location.appending("properties").appending(name)
      if let known = properties[name] {
        properties[name] = widened(known, by: found, at: place, depth: depth + 1)
      } else if isClosed {
        properties[name] = draft.values(examples: found)
        note(place, "is a new optional member")
      } else {
        dictionary += found
      }
    }
    if !properties.isEmpty || keywords["properties"] != nil { keywords["properties"] = .object(properties) }
    if !dictionary.isEmpty, let schema = keywords["additionalProperties"] {
      keywords["additionalProperties"] = widened(
        schema, by: dictionary, at: location.appending("additionalProperties"), depth: depth + 1)
    }
    guard let required = keywords["required"]?.arrayValue else { return }
    let kept = required.filter { name in
      name.stringValue.map { values[ExactString($0)]?.count == objects.count } ?? true
    }
    guard kept.count < required.count else { return }
    for case .string(let name) in required where values[ExactString(name)]?.count != objects.count {
      note(location.appending("required"), "no longer requires \(quoted(name))")
    }
    keywords["required"] = kept.isEmpty ? nil : .array(kept)
  }

  private mutating func widenElements(
    _ keywords: inout JSONObject, by elements: [JSONValue], at location: JSONPointer, depth: Int,
    _ earlierTypes: [String]
  ) {
    let place = location.appending("items")
    if let schema = keywords["items"] {
      keywords["items"] = widened(schema, by: elements, at: place, depth: depth + 1)
    } else if !earlierTypes.isEmpty, !earlierTypes.contains("array") {
      keywords["items"] = draft.values(examples: elements)
    } else if elements.contains(where: SchemaDraft.holdsItem) {
      // Without a schema any elements are valid, but only a schema makes them items.
      keywords["items"] = draft.values(examples: elements)
      note(place, "allows items")
    }
  }

  private mutating func widenFormat(
    _ keywords: inout JSONObject, by texts: [String], _ earlierTypes: [String], at location: JSONPointer
  ) {
    guard !texts.isEmpty else { return }
    if let format = keywords["format"]?.stringValue {
      guard texts.contains(where: { !draft.matches($0, format: format) }) else { return }
      keywords["format"] = nil
      note(location.appending("format"), "allows other texts than \(format)")
    } else if !earlierTypes.isEmpty, !earlierTypes.contains("string"), let format = draft.format(of: texts) {
      keywords["format"] = .string(format)
    }
  }
}
