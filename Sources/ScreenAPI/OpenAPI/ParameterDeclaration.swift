import JSONText

/// A parameter of the path, the query or the header, as the document declares it.
struct ParameterDeclaration: Sendable {
  enum Location: String, Sendable {
    case path, query, header
  }

  let name: String
  let location: Location
  let description: String
  let schema: Schema
  let isRequired: Bool

  init(
    _ name: String, in location: Location, _ description: String, _ schema: Schema, isRequired: Bool = false
  ) {
    self.name = name
    self.location = location
    self.description = description
    self.schema = schema
    self.isRequired = isRequired
  }

  func defaulting(to value: JSONValue) -> ParameterDeclaration {
    ParameterDeclaration(
      name, in: location, description, schema.defaulting(to: value), isRequired: isRequired)
  }

  var json: JSONValue {
    [
      "name": .string(name), "in": .string(location.rawValue), "required": .bool(isRequired),
      "description": .string(description), "schema": .object(schema.json),
    ]
  }
}
