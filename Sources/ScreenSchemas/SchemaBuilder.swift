import JSONText

// Builders of draft-07 schemas.
extension JSONValue {
  /// An object that has no other members than these.
  static func members(
    _ properties: JSONObject, required: [String] = [], _ description: String? = nil
  ) -> JSONValue {
    var schema = JSONObject()
    if let description { schema["description"] = .string(description) }
    schema["type"] = "object"
    schema["properties"] = .object(properties)
    if !required.isEmpty { schema["required"] = .strings(required) }
    schema["additionalProperties"] = false
    return .object(schema)
  }

  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  static func text(_ description: String, pattern: String? = nil, maximum: Int? = nil) -> JSONValue {
    var schema: JSONObject = ["type": "string", "description": .string(description)]
    if let pattern { schema["pattern"] = .string(pattern) }
    if let maximum { schema["maxLength"] = .number(JSONNumber(maximum)) }
    return .object(schema)
  }

  static func flag(_ description: String) -> JSONValue {
    ["type": "boolean", "description": .string(description)]
  }

  static func list(of elements: JSONValue, _ description: String) -> JSONValue {
    ["type": "array", "description": .string(description), "items": elements]
  }

  static func choice(_ choices: [String], _ description: String) -> JSONValue {
    ["enum": .strings(choices), "description": .string(description)]
  }

  /// A number or, for the type `integer`, a whole number.
  static func number(
    _ type: String, from lower: Int? = nil, to upper: Int? = nil, _ description: String
  ) -> JSONValue {
    var schema: JSONObject = ["type": .string(type), "description": .string(description)]
    if let lower { schema["minimum"] = .number(JSONNumber(lower)) }
    if let upper { schema["maximum"] = .number(JSONNumber(upper)) }
    return .object(schema)
  }

  static func reference(to name: String) -> JSONValue { ["$ref": .string("#/definitions/" + name)] }

  /// A reference with a description. In draft-07 the siblings of `$ref` have no meaning (core §8.3), hence `allOf`.
  static func reference(to name: String, _ description: String) -> JSONValue {
    ["description": .string(description), "allOf": [.reference(to: name)]]
  }

  /// A schema for objects whose member has a value.
  static func when(_ member: String, is value: JSONValue, then schema: JSONValue) -> JSONValue {
    [
      "if": ["properties": .object([member: ["const": value]]), "required": [.string(member)]],
      "then": schema,
    ]
  }

  /// A schema for objects that have at most one of two members.
  static func notBoth(_ one: String, _ other: String) -> JSONValue {
    ["not": ["required": [.string(one), .string(other)]]]
  }

  /// A schema for objects that have exactly one of some members.
  static func exactlyOne(of names: [String]) -> JSONValue {
    ["oneOf": .array(names.map { ["required": [.string($0)]] })]
  }

  /// The schema with more members.
  func with(_ members: JSONObject) -> JSONValue {
    var object = objectValue ?? [:]
    for member in members { object[member.name] = member.value }
    return .object(object)
  }
}
