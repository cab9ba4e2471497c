import JSONSchema
import JSONText

/// The meaning of keywords for the type of a value.
enum SchemaKeywords {
  /// Keywords that only describe.
  static let annotations: Set<String> = [
    "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment",
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$vocabulary", "contentEncoding",
    "contentMediaType", "contentSchema", Meaning.keyword,
  ]

  /// Keywords that restrict values but not the type. A type made without them can hold all valid values.
  static let narrowing: Set<String> = [
    "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains", "contains",
    "minProperties", "maxProperties", "propertyNames", "dependentRequired", "not", "required",
  ]

  /// Whether a schema says nothing about the type.
  static func isUntyped(_ keywords: JSONObject) -> Bool {
    keywords.allSatisfy { annotations.contains($0.name) || narrowing.contains($0.name) }
  }

  /// Returns the names in `type`; nil when every type is allowed.
  static func kinds(of keywords: JSONObject) -> Set<String>? {
    switch keywords["type"] {
    case .string(let kind)?: [kind]
    case .array(let kinds)?: Set(kinds.compactMap(\.stringValue))
    default: nil
    }
  }

  static func required(of keywords: JSONObject) -> [String] {
    (keywords["required"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  static func properties(of keywords: JSONObject) -> JSONObject {
    keywords["properties"]?.objectValue ?? JSONObject()
  }

  /// Whether members that `properties` does not name are invalid.
  static func isClosed(_ keywords: JSONObject) -> Bool {
    guard keywords["patternProperties"] == nil else { return false }
    return keywords["additionalProperties"] == .bool(false)
      || (keywords["unevaluatedProperties"] == .bool(false) && keywords["additionalProperties"] == nil)
  }
}
