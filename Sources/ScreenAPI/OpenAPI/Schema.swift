import JSONText

/// A JSON Schema of the OpenAPI document, together with the named schemas that it refers to, so that no reference is
/// left without its target.
struct Schema: Sendable {
  private(set) var json: JSONObject
  /// The named schemas, by name.
  private(set) var components: [String: JSONValue] = [:]

  private init(_ json: JSONObject, containing parts: [Schema] = []) {
    self.json = json
    for part in parts { components.merge(part.components) { known, _ in known } }
  }

  /// A schema that stands under its name in the components of the document.
  static func named(_ name: String, _ schema: Schema) -> Schema {
    var reference = reference(to: name)
    reference.components = schema.components
    reference.components[name] = .object(schema.json)
    return reference
  }

  /// A reference within the named schema itself.
  static func reference(to name: String) -> Schema {
    Schema(["$ref": .string("#/components/schemas/\(name)")])
  }

  // MARK: Values

  /// Any JSON value.
  static let any = Schema([:])
  static let boolean = Schema(["type": "boolean"])
  static let number = Schema(["type": "number"])
  static let string = Schema(["type": "string"])
  static let null = Schema(["type": "null"])
  /// An object with any members.
  static let anyObject = Schema(["type": "object", "additionalProperties": true])
  /// A time as RFC 3339 writes it.
  static let time = Schema(["type": "string", "format": "date-time"])
  static let integer = Schema(["type": "integer"])

  /// A whole number that the server can read: 64 bits.
  static func integer(from least: Int, through greatest: Int = .max) -> Schema {
    Schema([
      "type": "integer", "format": "int64", "minimum": .number(JSONNumber(least)),
      "maximum": .number(JSONNumber(greatest)),
    ])
  }

  static func number(from least: Int, through greatest: Int? = nil) -> Schema {
    var schema = Schema(["type": "number", "minimum": .number(JSONNumber(least))])
    if let greatest { schema.json["maximum"] = .number(JSONNumber(greatest)) }
    return schema
  }

  static func string(maximumLength: Int) -> Schema {
    Schema(["type": "string", "maxLength": .number(JSONNumber(maximumLength))])
  }

  static func string(pattern: String, maximumLength: Int? = nil) -> Schema {
    var schema = Schema(["type": "string", "pattern": .string(pattern)])
    if let maximumLength { schema.json["maxLength"] = .number(JSONNumber(maximumLength)) }
    return schema
  }

  /// A JSON Pointer (RFC 6901).
  static let pointer = pointer()

  static func pointer(maximumLength: Int? = nil) -> Schema {
    .string(pattern: "^(/([^~/]|~[01])*)*$", maximumLength: maximumLength)
  }

  static func string(format: String) -> Schema { Schema(["type": "string", "format": .string(format)]) }

  static func choice(_ values: [String]) -> Schema {
    Schema(["type": "string", "enum": .array(values.map { .string($0) })])
  }

  // MARK: Combinations

  static func array(_ items: Schema, from least: Int = 0) -> Schema {
    var schema = Schema(["type": "array", "items": .object(items.json)], containing: [items])
    if least > 0 { schema.json["minItems"] = .number(JSONNumber(least)) }
    return schema
  }

  /// An object whose members have any names.
  static func map(_ values: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": .object(values.json)], containing: [values])
  }

  static func anyOf(_ schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map { .object($0.json) })], containing: schemas)
  }

  /// The schema, or null.
  var orNull: Schema {
    if json.count == 1, let type = json["type"], type.kind == .string {
      return Schema(["type": [type, "null"]])
    }
    return .anyOf([self, .null])
  }

  struct Member {
    fileprivate let name: String
    fileprivate let schema: Schema
    fileprivate let isRequired: Bool

    static func required(_ name: String, _ schema: Schema, _ description: String? = nil) -> Member {
      Member(name: name, schema: schema.described(description), isRequired: true)
    }

    static func optional(_ name: String, _ schema: Schema, _ description: String? = nil) -> Member {
      Member(name: name, schema: schema.described(description), isRequired: false)
    }
  }

  /// An object of a response: later versions may add members.
  static func object(_ members: Member...) -> Schema { object(members) }

  /// An object of a request: a member with another name is an error.
  static func closedObject(_ members: Member...) -> Schema { closedObject(members) }

  static func closedObject(_ members: [Member]) -> Schema {
    var schema = object(members)
    schema.json["additionalProperties"] = false
    return schema
  }

  static func object(_ members: [Member]) -> Schema {
    var properties = JSONObject()
    for member in members { properties[member.name] = .object(member.schema.json) }
    var json: JSONObject = ["type": "object"]
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { json["required"] = .array(required) }
    json["properties"] = .object(properties)
    return Schema(json, containing: members.map(\.schema))
  }

  // MARK: Annotations

  func described(_ text: String?) -> Schema {
    guard let text else { return self }
    var schema = self
    schema.json["description"] = .string(text)
    return schema
  }

  func defaulting(to value: JSONValue) -> Schema {
    var schema = self
    schema.json["default"] = value
    return schema
  }

  /// An object with a maximum number of members.
  func limited(toMembers count: Int) -> Schema {
    var schema = self
    schema.json["maxProperties"] = .number(JSONNumber(count))
    return schema
  }

  func excluding(_ values: [String]) -> Schema {
    var schema = self
    schema.json["not"] = ["enum": .array(values.map { .string($0) })]
    return schema
  }
}
