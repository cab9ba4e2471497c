/// The keywords whose values are schemas, lists of schemas or maps of schemas.
///
/// Identifiers (`$id`, `$anchor`) count only in these places (core §8.2.1); elsewhere they are data.
enum SubschemaKeyword {
  enum Shape {
    case schema, list, map, schemaOrList, mapOfSchemasOrNames

    /// Whether the value's members are the schemas.
    var hasNames: Bool { self == .map || self == .mapOfSchemasOrNames }
  }

  static func shape(of keyword: String) -> Shape? {
    switch keyword {
    case "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else",
      "unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems":
      .schema
    case "allOf", "anyOf", "oneOf", "prefixItems": .list
    case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions": .map
    case "items": .schemaOrList
    case "dependencies": .mapOfSchemasOrNames
    default: nil
    }
  }
}
