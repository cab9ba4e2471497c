import JSONText
import SeededRandom

/// A random schema with a function that makes contents which it accepts.
struct RandomSchema {
  /// Makes a value. Beyond a certain depth the value is as small as possible.
  typealias Maker = (inout SplitMix64, _ depth: Int) -> JSONValue

  let schema: JSONValue
  let make: Maker

  /// Returns the schema of a view type: nearly always an object, with definitions that refer to each other.
  static func viewType(_ random: inout SplitMix64) -> RandomSchema {
    if random.chance(6) { return value(&random, depth: 2) }
    let shape = random.chance(8) ? union(&random, depth: 1) : object(&random, depth: 0, recursive: true)
    var keywords = shape.schema.objectValue ?? JSONObject()
    keywords["$defs"] = [
      "node": node, "leaf": leaf, "list": ["type": "array", "items": ["$ref": "#/$defs/leaf"]],
    ]
    if random.chance(70) { keywords["title"] = .string(RandomText.words(&random)) }
    if random.chance(70) { keywords["description"] = .string(RandomText.words(&random)) }
    return RandomSchema(schema: .object(keywords), make: shape.make)
  }

  // MARK: Definitions

  /// An object that contains itself, once and in a list.
  private static let node: JSONValue = [
    "type": "object", "required": ["label"], "additionalProperties": false,
    "properties": [
      "label": ["type": "string"], "next": ["$ref": "#/$defs/node"],
      "children": ["type": "array", "items": ["$ref": "#/$defs/node"]], "leaf": ["$ref": "#/$defs/leaf"],
    ],
  ]

  private static let leaf: JSONValue = [
    "description": "A leaf.", "enum": ["oak", "ash", "a-b", "a_b", "self", "default", ""],
  ]

  private static func makeNode(_ random: inout SplitMix64, _ depth: Int) -> JSONValue {
    var node: JSONObject = ["label": .string(RandomText.string(&random))]
    guard depth < 5 else { return .object(node) }
    if random.chance(50) { node["next"] = makeNode(&random, depth + 1) }
    if random.chance(30) { node["children"] = .array([makeNode(&random, depth + 1), makeNode(&random, 9)]) }
    if random.chance(30) { node["leaf"] = "a_b" }
    return .object(node)
  }

  private static func reference(_ random: inout SplitMix64) -> RandomSchema {
    switch random.number(0...2) {
    case 0:
      return RandomSchema(
        schema: ["$ref": "#/$defs/node", "description": "A \"node\"; */ /* and"], make: makeNode)
    case 1:
      return RandomSchema(schema: ["allOf": [["$ref": "#/$defs/leaf"]], "title": "Leaf"]) { random, _ in
        .string(random.pick(["oak", "ash", "a-b", "a_b", "self", "default", ""], or: "oak"))
      }
    default:
      return RandomSchema(schema: ["$ref": "#/$defs/list"]) { random, _ in
        random.chance(50) ? [] : ["oak", "default"]
      }
    }
  }

  // MARK: Parts

  static func any(_ random: inout SplitMix64, depth: Int, recursive: Bool) -> RandomSchema {
    guard depth < 4 else { return value(&random, depth: depth) }
    switch random.number(0...19) {
    case 0...8: return value(&random, depth: depth)
    case 9, 10, 11: return object(&random, depth: depth, recursive: recursive)
    case 12, 13: return array(&random, depth: depth, recursive: recursive)
    case 14: return map(&random, depth: depth, recursive: recursive)
    case 15, 16: return recursive ? reference(&random) : value(&random, depth: depth)
    case 17: return union(&random, depth: depth)
    case 18: return nullable(any(&random, depth: depth + 1, recursive: recursive), &random)
    default: return UnusualSchemas.make(&random)
    }
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> RandomSchema {
    RandomValue.make(&random)
  }

  /// Returns the schema of an object whose members have hard names.
  static func object(_ random: inout SplitMix64, depth: Int, recursive: Bool) -> RandomSchema {
    var properties = JSONObject()
    var required: [JSONValue] = []
    var makers: [(name: String, isRequired: Bool, make: Maker)] = []
    for _ in 0..<random.number(0...6) {
      let name = RandomText.name(&random)
      guard !properties.names.contains(name) else { continue }
      let part = any(&random, depth: depth + 1, recursive: recursive)
      let isRequired = random.chance(50)
      properties[name] = part.schema
      if isRequired { required.append(.string(name)) }
      makers.append((name, isRequired, part.make))
    }
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "required": .array(required),
    ]
    let isClosed = random.chance(60)
    let keepsMore = !isClosed && random.chance(40)
    if isClosed { schema["additionalProperties"] = false }
    if keepsMore { schema["additionalProperties"] = ["type": ["integer", "null"]] }
    let hasMembers = !properties.isEmpty
    var whole = JSONValue.object(schema)
    // The same schema in two parts.
    if depth > 0, !isClosed, !keepsMore, random.chance(25) {
      schema["required"] = nil
      whole = ["allOf": [.object(schema), ["type": "object", "required": .array(required)]]]
    }
    return RandomSchema(schema: whole) { random, depth in
      var object = JSONObject()
      for (name, isRequired, make) in makers where isRequired || (depth < 6 && random.chance(60)) {
        object[name] = make(&random, depth + 1)
      }
      if keepsMore || (!isClosed && !hasMembers), random.chance(70) {
        object["zz-more"] = .number(JSONNumber(random.number(-9...9)))
        object["zz-less"] = keepsMore || depth > 0 ? .null : 1
      }
      return .object(object)
    }
  }

  private static func array(_ random: inout SplitMix64, depth: Int, recursive: Bool) -> RandomSchema {
    let element = any(&random, depth: depth + 1, recursive: recursive)
    return RandomSchema(schema: ["type": "array", "items": element.schema]) { random, depth in
      guard depth < 6 else { return [] }
      return .array((0..<random.number(0...3)).map { _ in element.make(&random, depth + 1) })
    }
  }

  private static func map(_ random: inout SplitMix64, depth: Int, recursive: Bool) -> RandomSchema {
    let value = any(&random, depth: depth + 1, recursive: recursive)
    return RandomSchema(schema: ["type": "object", "additionalProperties": value.schema]) { random, depth in
      guard depth < 6, random.chance(70) else { return [:] }
      return ["one": value.make(&random, depth + 1), "two-\u{1F600}": value.make(&random, depth + 1)]
    }
  }

  private static func nullable(_ part: RandomSchema, _ random: inout SplitMix64) -> RandomSchema {
    let schema: JSONValue = ["anyOf": [part.schema, ["type": "null"]]]
    return RandomSchema(schema: schema) { random, depth in
      random.chance(40) ? .null : part.make(&random, depth)
    }
  }

  /// Returns a schema of several objects, distinguished by a tag, by the only member or by a required one.
  static func union(_ random: inout SplitMix64, depth: Int) -> RandomSchema {
    let way = random.number(0...2)
    var branches: [JSONValue] = []
    var makers: [Maker] = []
    for (index, name) in ["image", "self", "two words"].enumerated() {
      let part = any(&random, depth: depth + 2, recursive: false)
      let own = part.make
      switch way {
      case 0:
        let tag = JSONValue.string(name)
        branches.append([
          "type": "object", "required": ["kind", "value"], "additionalProperties": false,
          "properties": ["kind": ["const": tag], "value": part.schema],
        ])
        makers.append { ["kind": tag, "value": own(&$0, $1 + 1)] }
      case 1:
        branches.append([
          "type": "object", "required": [.string(name)], "additionalProperties": false,
          "properties": .object([name: part.schema]),
        ])
        makers.append { .object([name: own(&$0, $1 + 1)]) }
      default:
        branches.append([
          "type": "object", "required": [.string(name)], "additionalProperties": false,
          "properties": .object([name: part.schema, "size": ["type": "integer"]]),
        ])
        makers.append { .object([name: own(&$0, $1 + 1), "size": .number(JSONNumber(index))]) }
      }
    }
    return RandomSchema(schema: ["oneOf": .array(branches)]) { random, depth in
      random.pick(makers, or: { _, _ in .null })(&random, depth)
    }
  }
}
