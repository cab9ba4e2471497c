package import JSONText

/// Content for a view type that no screen uses yet, made from its schema: an example of the schema, or else a value of
/// the right type. It need not be valid in every respect.
package enum SampleContent {
  private static let maximumDepth = 5
  /// The maximum number of values over all levels. A schema that refers to itself several times would have
  /// exponentially many.
  private static let maximumValues = 200

  /// - Parameter schemas: the schemas of all view types.
  package static func of(_ viewType: String, schemas: ViewTypeSchemas) -> JSONValue {
    var budget = maximumValues
    return value(SchemaScope(of: viewType, in: schemas.library), named: viewType, &budget, depth: 0)
  }

  private static func value(
    _ scope: SchemaScope, named name: String, _ budget: inout Int, depth: Int
  ) -> JSONValue {
    budget -= 1
    guard budget > 0 else { return .string(name) }
    if let value = scope.keyword("const") ?? scope.keyword("examples")?.arrayValue?.first
      ?? scope.keyword("default")
    {
      return value
    }
    if let value = scope.keyword("enum")?.arrayValue?.first { return value }
    // An item of which nothing is known but its place cannot be made.
    if scope.mayHoldItems { return .array([]) }
    let type = scope.keyword("type")
    let members = scope.members
    switch type?.stringValue ?? type?.arrayValue?.first?.stringValue
      ?? (members.isEmpty ? "string" : "object")
    {
    case "object":
      guard depth < maximumDepth else { return .object(JSONObject()) }
      var object = JSONObject()
      let maximum = scope.keyword("maxProperties")?.numberValue?.intValue ?? .max
      for member in members.prefix(max(maximum, 0)) where budget > 0 {
        object[member.name] = value(member.scope, named: member.name, &budget, depth: depth + 1)
      }
      return .object(object)
    case "array":
      guard depth < maximumDepth else { return .array([]) }
      let element = value(
        scope.elements, named: name, &budget, depth: depth + 1)
      return .array([element, element])
    case "integer", "number": return .number(scope.keyword("minimum")?.numberValue ?? JSONNumber(12))
    case "boolean": return .bool(true)
    case "null": return .null
    default: return .string(text(named: name, format: scope.keyword("format")?.stringValue))
    }
  }

  private static func text(named name: String, format: String?) -> String {
    switch format {
    case "uri", "iri", "uri-reference", "iri-reference": "https://example.com/\(name).png"
    case "date-time": "2026-12-24T08:00:00Z"
    case "date": "2026-12-24"
    case "time": "08:00:00Z"
    case "email": "someone@example.com"
    default: name
    }
  }
}
