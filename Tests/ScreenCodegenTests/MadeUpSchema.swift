import JSONText

/// A schema that is made up, together with the way to make contents that it accepts.
struct MadeUpSchema {
  /// Makes a value; one nested too deep is as small as can be.
  typealias Maker = (inout SeededRandom, _ depth: Int) -> JSONValue

  let schema: JSONValue
  let make: Maker

  /// The schema of a view type: nearly always an object, with definitions that refer to each other.
  static func viewType(_ random: inout SeededRandom) -> MadeUpSchema {
    if random.chance(6) { return value(&random, depth: 2) }
    let shape = random.chance(8) ? union(&random, depth: 1) : object(&random, depth: 0, recursive: true)
    var keywords = shape.schema.objectValue ?? JSONObject()
    keywords["$defs"] = [
      "node": node, "leaf": leaf, "list": ["type": "array", "items": ["$ref": "#/$defs/leaf"]],
    ]
    if random.chance(70) { keywords["title"] = .string(MadeUpText.words(&random)) }
    if random.chance(70) { keywords["description"] = .string(MadeUpText.words(&random)) }
    return MadeUpSchema(schema: .object(keywords), make: shape.make)
  }

  // MARK: Definitions

  /// Holds one of itself, and a list of those.
  private static let node: JSONValue = [
    "type": "object", "required": ["label"], "additionalProperties": false,
    "properties": [
      "label": ["type": "string"], "next": ["$ref": "#/$defs/node"],
      "children": ["type": "array", "items": ["$ref": "#/$defs/node"]], "leaf": ["$ref": "#/$defs/leaf"],
    ],
  ]

  private static let leaf: JSONValue = [
    "description": "An end.", "enum": ["oak", "ash", "a-b", "a_b", "self", "default", ""],
  ]

  private static func makeNode(_ random: inout SeededRandom, _ depth: Int) -> JSONValue {
    var node: JSONObject = ["label": .string(MadeUpText.string(&random))]
    guard depth < 5 else { return .object(node) }
    if random.chance(50) { node["next"] = makeNode(&random, depth + 1) }
    if random.chance(30) { node["children"] = .array([makeNode(&random, depth + 1), makeNode(&random, 9)]) }
    if random.chance(30) { node["leaf"] = "a_b" }
    return .object(node)
  }

  private static func reference(_ random: inout SeededRandom) -> MadeUpSchema {
    switch random.number(0...2) {
    case 0:
      return MadeUpSchema(
        schema: ["$ref": "#/$defs/node", "description": "A \"node\"; */ /* and"], make: makeNode)
    case 1:
      return MadeUpSchema(schema: ["allOf": [["$ref": "#/$defs/leaf"]], "title": "Leaf"]) { random, _ in
        .string(random.pick(["oak", "ash", "a-b", "a_b", "self", "default", ""], or: "oak"))
      }
    default:
      return MadeUpSchema(schema: ["$ref": "#/$defs/list"]) { random, _ in
        random.chance(50) ? [] : ["oak", "default"]
      }
    }
  }

  // MARK: Parts

  static func any(_ random: inout SeededRandom, depth: Int, recursive: Bool) -> MadeUpSchema {
    guard depth < 4 else { return value(&random, depth: depth) }
    switch random.number(0...19) {
    case 0...8: return value(&random, depth: depth)
    case 9, 10, 11: return object(&random, depth: depth, recursive: recursive)
    case 12, 13: return array(&random, depth: depth, recursive: recursive)
    case 14: return map(&random, depth: depth, recursive: recursive)
    case 15, 16: return recursive ? reference(&random) : value(&random, depth: depth)
    case 17: return union(&random, depth: depth)
    case 18: return nullable(any(&random, depth: depth + 1, recursive: recursive), &random)
    default: return MadeUpOddity.make(&random)
    }
  }

  private static func value(_ random: inout SeededRandom, depth: Int) -> MadeUpSchema {
    MadeUpValue.make(&random)
  }

  /// An object whose members have names of every kind.
  static func object(_ random: inout SeededRandom, depth: Int, recursive: Bool) -> MadeUpSchema {
    var properties = JSONObject()
    var required: [JSONValue] = []
    var makers: [(name: String, isRequired: Bool, make: Maker)] = []
    for _ in 0..<random.number(0...6) {
      let name = MadeUpText.name(&random)
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
    // The same in two parts.
    if depth > 0, !isClosed, !keepsMore, random.chance(25) {
      schema["required"] = nil
      whole = ["allOf": [.object(schema), ["type": "object", "required": .array(required)]]]
    }
    return MadeUpSchema(schema: whole) { random, depth in
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

  private static func array(_ random: inout SeededRandom, depth: Int, recursive: Bool) -> MadeUpSchema {
    let element = any(&random, depth: depth + 1, recursive: recursive)
    return MadeUpSchema(schema: ["type": "array", "items": element.schema]) { random, depth in
      guard depth < 6 else { return [] }
      return .array((0..<random.number(0...3)).map { _ in element.make(&random, depth + 1) })
    }
  }

  private static func map(_ random: inout SeededRandom, depth: Int, recursive: Bool) -> MadeUpSchema {
    let value = any(&random, depth: depth + 1, recursive: recursive)
    return MadeUpSchema(schema: ["type": "object", "additionalProperties": value.schema]) { random, depth in
      guard depth < 6, random.chance(70) else { return [:] }
      return ["one": value.make(&random, depth + 1), "two-\u{1F600}": value.make(&random, depth + 1)]
    }
  }

  private static func nullable(_ part: MadeUpSchema, _ random: inout SeededRandom) -> MadeUpSchema {
    let schema: JSONValue = ["anyOf": [part.schema, ["type": "null"]]]
    return MadeUpSchema(schema: schema) { random, depth in
      random.chance(40) ? .null : part.make(&random, depth)
    }
  }

  /// One of several objects, told apart by a tag, by the only member or by a required one.
  static func union(_ random: inout SeededRandom, depth: Int) -> MadeUpSchema {
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
    return MadeUpSchema(schema: ["oneOf": .array(branches)]) { random, depth in
      random.pick(makers, or: { _, _ in .null })(&random, depth)
    }
  }
}
