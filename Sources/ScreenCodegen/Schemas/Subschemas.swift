import JSONText

/// The keywords whose values are schemas (JSON Schema 2020-12 core §10). Other values are data, even if they
/// look like a schema.
enum Subschemas {
  /// Keywords whose value is a schema.
  private static let single: Set<String> = [
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]
  /// Keywords whose value is an array of schemas.
  private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  /// Keywords whose value is an object of schemas.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
  ]

  /// Returns the direct subschemas of a schema, and the path to each.
  static func of(_ schema: JSONValue) -> [(JSONValue, [String])] {
    guard let keywords = schema.objectValue else { return [] }
    var parts: [(JSONValue, [String])] = []
    for member in keywords {
      if single.contains(member.name) {
        parts.append((member.value, [member.name]))
      } else if lists.contains(member.name) {
        for (index, element) in (member.value.arrayValue ?? []).enumerated() {
          parts.append((element, [member.name, String(index)]))
        }
      } else if maps.contains(member.name) {
        for part in member.value.objectValue ?? JSONObject() {
          parts.append((part.value, [member.name, part.name]))
        }
      }
    }
    return parts
  }

  /// Returns the schema with each direct subschema replaced.
  static func map(_ keywords: JSONObject, _ transform: (JSONValue) -> JSONValue) -> JSONObject {
    var mapped = keywords
    for member in keywords {
      switch member.value {
      case let value where single.contains(member.name):
        mapped[member.name] = transform(value)
      case .array(let elements) where lists.contains(member.name):
        mapped[member.name] = .array(elements.map(transform))
      case .object(let parts) where maps.contains(member.name):
        var object = parts
        for part in parts { object[part.name] = transform(part.value) }
        mapped[member.name] = .object(object)
      default: break
      }
    }
    return mapped
  }
}
