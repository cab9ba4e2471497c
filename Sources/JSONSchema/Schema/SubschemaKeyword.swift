/// Where a schema may hold other schemas: the keywords whose values are schemas, lists or maps of them.
///
/// Identifiers (`$id`, `$anchor`) count only in these places (core §8.2.1); in any other they are data.
enum SubschemaKeyword {
  enum Shape { case schema, list, map, schemaOrList, mapOfSchemasOrNames }

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
