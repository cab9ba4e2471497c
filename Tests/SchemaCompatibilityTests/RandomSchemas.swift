import JSONText
import SeededRandom

/// Random small schemas and documents with few names and values, so that they often overlap.
struct RandomSchemas {
  var numbers: SplitMix64
  /// Whether schemas can contain a `$ref` to `#/$defs/x`.
  private var mayRefer = false

  init(seed: UInt64) {
    // The streams of consecutive seeds must not be shifted copies of each other.
    var first = SplitMix64(seed: seed)
    numbers = SplitMix64(seed: first.next())
  }

  static let names = ["a", "b", "c"]
  private static let texts = ["", "a", "ab", "abc", "x1", "https://e.x/a", "2024-02-29"]
  private static let patterns = ["^a", "b$", "^[a-c]+$", "^[a-c]*$", "[0-9]", "^a?b?$"]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &numbers)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

  private mutating func number(_ range: ClosedRange<Int>) -> JSONValue {
    .number(JSONNumber(Int.random(in: range, using: &numbers)))
  }

  // MARK: Schemas

  /// A schema with definitions that can refer to each other.
  mutating func root() -> JSONValue {
    mayRefer = chance(50)
    guard case .object(var object) = schema(depth: 3), mayRefer else {
      mayRefer = false
      return schema(depth: 3)
    }
    object["$defs"] = [
      "x": schema(depth: chance(50) ? 2 : 1),
      "y": ["properties": ["a": ["$ref": "#/$defs/y"], "b": schema(depth: 1)]],
    ]
    mayRefer = false
    return .object(object)
  }

  mutating func schema(depth: Int) -> JSONValue {
    if chance(4) { return .bool(chance(60)) }
    if mayRefer, chance(14) { return ["$ref": .string(pick(["#/$defs/x", "#/$defs/y"]))] }
    if depth > 0, chance(22) { return combined(depth: depth - 1) }
    var object = JSONObject()
    let kind = pick([
      "string", "integer", "number", "object", "object", "object", "array", "boolean", "null", "enum",
    ])
    if kind == "enum" { return ["enum": .array(values(1...3))] }
    object["type"] =
      chance(80)
      ? .string(kind)
      : chance(60) ? .array([.string(kind), .string(kind == "null" ? "string" : "null")]) : nil
    switch kind {
    case "string": addTexts(&object)
    case "integer", "number": addNumbers(&object)
    case "object": addMembers(&object, depth: depth)
    case "array": addElements(&object, depth: depth)
    default: break
    }
    return .object(object)
  }

  private mutating func combined(depth: Int) -> JSONValue {
    let list = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in schema(depth: depth) }
    var object: JSONObject
    switch Int.random(in: 0..<7, using: &numbers) {
    case 0: object = ["allOf": .array(list)]
    case 1, 2: object = ["anyOf": .array(list)]
    case 3, 4: object = ["oneOf": .array(list)]
    case 5: object = ["not": schema(depth: depth)]
    default:
      object = ["if": schema(depth: depth)]
      if chance(80) { object["then"] = schema(depth: depth) }
      if chance(60) { object["else"] = schema(depth: depth) }
    }
    if chance(30), case .object(let more) = schema(depth: depth) {
      for member in more where object[member.name] == nil { object[member.name] = member.value }
    }
    if chance(12) { object["unevaluatedProperties"] = chance(60) ? false : schema(depth: 0) }
    if chance(6) { object["unevaluatedItems"] = chance(60) ? false : schema(depth: 0) }
    return .object(object)
  }

  private mutating func addTexts(_ object: inout JSONObject) {
    if chance(25) { object["minLength"] = number(0...3) }
    if chance(25) { object["maxLength"] = number(0...4) }
    if chance(25) { object["pattern"] = .string(pick(Self.patterns)) }
    if chance(15) { object["format"] = .string(pick(["uri", "uri-reference", "date", "email"])) }
    if chance(10) { object["enum"] = .array((0..<2).map { _ in .string(pick(Self.texts)) }) }
  }

  private mutating func addNumbers(_ object: inout JSONObject) {
    if chance(35) { object[pick(["minimum", "exclusiveMinimum"])] = number(-1...3) }
    if chance(35) { object[pick(["maximum", "exclusiveMaximum"])] = number(0...5) }
    if chance(20) {
      object["multipleOf"] = chance(60) ? number(1...3) : .number(JSONNumber(0.5) ?? JSONNumber(1))
    }
  }

  private mutating func addMembers(_ object: inout JSONObject, depth: Int) {
    var properties = JSONObject()
    for name in Self.names where chance(50) { properties[name] = schema(depth: max(0, depth - 1)) }
    if !properties.isEmpty { object["properties"] = .object(properties) }
    let required = Self.names.filter { _ in chance(25) }
    if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
    if chance(45) { object["additionalProperties"] = chance(70) ? false : schema(depth: 0) }
    if chance(8) { object["minProperties"] = number(0...3) }
    if chance(8) { object["maxProperties"] = number(0...3) }
    if chance(8) { object["patternProperties"] = .object([pick(Self.patterns): schema(depth: 0)]) }
    if chance(8) { object["propertyNames"] = chance(50) ? ["maxLength": 1] : ["enum": ["a", "b"]] }
    if chance(8) { object["dependentRequired"] = .object([pick(Self.names): [.string(pick(Self.names))]]) }
    if chance(6) { object["dependentSchemas"] = .object([pick(Self.names): schema(depth: 0)]) }
  }

  private mutating func addElements(_ object: inout JSONObject, depth: Int) {
    if chance(70) { object["items"] = schema(depth: max(0, depth - 1)) }
    if chance(20) { object["prefixItems"] = .array([schema(depth: 0), schema(depth: 0)]) }
    if chance(20) { object["minItems"] = number(0...3) }
    if chance(20) { object["maxItems"] = number(0...3) }
    if chance(12) { object["uniqueItems"] = true }
    if chance(12) {
      object["contains"] = schema(depth: 0)
      if chance(40) { object["minContains"] = number(0...2) }
      if chance(40) { object["maxContains"] = number(0...2) }
    }
  }

  /// The schema with one random change.
  mutating func changed(_ schema: JSONValue, depth: Int = 3) -> JSONValue {
    guard case .object(var object) = schema, !object.isEmpty, chance(88) else {
      return self.schema(depth: max(0, depth - 1))
    }
    let name = pick(object.names)
    guard let value = object[name] else { return schema }
    switch value {
    case .object(var inner) where name == "properties" || name == "$defs" || name == "patternProperties":
      if chance(20), name == "properties" {
        let other = pick(Self.names)
        inner[other] = inner[other] == nil ? self.schema(depth: 0) : nil
      } else if let key = inner.names.isEmpty ? nil : pick(inner.names), let child = inner[key] {
        inner[key] = changed(child, depth: depth - 1)
      }
      object[name] = .object(inner)
    case .object where name != "dependentRequired" && name != "dependentSchemas":
      object[name] = changed(value, depth: depth - 1)
    case .array(var list) where ["anyOf", "oneOf", "allOf", "prefixItems"].contains(name) && !list.isEmpty:
      let place = Int.random(in: 0..<list.count, using: &numbers)
      if chance(30) {
        list.append(self.schema(depth: 0))
      } else {
        list[place] = changed(list[place], depth: depth - 1)
      }
      object[name] = .array(list)
    case .array(var list) where name == "enum":
      if chance(50) || list.count == 1 { list.append(values(1...1)[0]) } else { list.removeLast() }
      object[name] = .array(list)
    case .number: object[name] = number(1...4)
    default:
      if chance(50) {
        object[name] = nil
      } else if case .object(let other) = self.schema(depth: 1) {
        for member in other where object[member.name] == nil { object[member.name] = member.value }
      }
    }
    return .object(object)
  }

  // MARK: Documents

  private mutating func values(_ count: ClosedRange<Int>) -> [JSONValue] {
    (0..<Int.random(in: count, using: &numbers)).map { _ in document(depth: 0) }
  }

  mutating func document(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &numbers) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return number(-1...5)
    case 3: return .number(JSONNumber(Double(Int.random(in: -2...8, using: &numbers)) / 2) ?? JSONNumber(0))
    case 4, 5: return .string(pick(Self.texts))
    case 6, 7:
      return .array((0..<Int.random(in: 0...3, using: &numbers)).map { _ in document(depth: depth - 1) })
    default:
      var object = JSONObject()
      for name in Self.names + ["d", "b1"] where chance(45) { object[name] = document(depth: depth - 1) }
      return .object(object)
    }
  }

  /// A document that nearly satisfies the schema.
  mutating func document(for schema: JSONValue, in root: JSONValue, depth: Int = 5) -> JSONValue {
    guard depth > 0, chance(93), case .object(let object) = schema else { return document(depth: 2) }
    if let reference = object["$ref"]?.stringValue {
      let target = JSONPointer(String(reference.dropFirst()))?.value(in: root) ?? true
      return document(for: target, in: root, depth: depth - 1)
    }
    if let values = object["enum"]?.arrayValue, !values.isEmpty { return pick(values) }
    for name in ["anyOf", "oneOf", "allOf"] {
      if let list = object[name]?.arrayValue, !list.isEmpty {
        return document(for: pick(list), in: root, depth: depth - 1)
      }
    }
    if let then = object["then"], chance(60) { return document(for: then, in: root, depth: depth - 1) }
    let types =
      object["type"]?.arrayValue?.compactMap(\.stringValue)
      ?? [object["type"]?.stringValue].compactMap(\.self)
    switch types.isEmpty ? pick(["object", "array", "string"]) : pick(types) {
    case "null": return .null
    case "boolean": return .bool(chance(50))
    case "integer": return number(-1...5)
    case "number":
      return .number(JSONNumber(Double(Int.random(in: -2...10, using: &numbers)) / 2) ?? JSONNumber(0))
    case "string": return .string(pick(Self.texts))
    case "array":
      let prefix = object["prefixItems"]?.arrayValue ?? []
      return .array(
        (0..<Int.random(in: 0...3, using: &numbers)).map { index in
          let element = index < prefix.count ? prefix[index] : object["items"] ?? true
          return document(for: element, in: root, depth: depth - 1)
        })
    default:
      var made = JSONObject()
      let required = object["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      for name in Self.names where chance(required.contains(name) ? 95 : 40) {
        let member = object["properties"]?[name] ?? object["additionalProperties"] ?? true
        made[name] = document(for: member, in: root, depth: depth - 1)
      }
      if chance(10) { made["d"] = document(depth: 1) }
      return .object(made)
    }
  }
}
