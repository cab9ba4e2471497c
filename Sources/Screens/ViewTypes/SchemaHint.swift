import JSONSchema
import JSONText

/// Hints for a view type whose schema is invalid.
enum SchemaHint {
  static func hint(for error: SchemaError, in schema: JSONValue) -> String? {
    switch error.kind {
    case .unknownDialect:
      return "a view type is a schema of https://json-schema.org/draft/2020-12/schema"
    case .metaSchema(let violation):
      let value = error.pointer.value(in: schema)
      if error.pointer.tokens.last == "required" {
        // Draft 3 of JSON Schema had a boolean here. A string is probably one name without the brackets of a list.
        if case .bool? = value { return "\"required\" is a list of names beside \"properties\"" }
        if case .string(let name)? = value { return "write [\(quoted(name))]" }
      }
      return value.flatMap { nearest(to: $0, violation) }
    default:
      return nil
    }
  }

  private static func nearest(to value: JSONValue, _ error: ValidationError) -> String? {
    switch error.kind {
    case .enumeration(let allowed):
      value.stringValue.flatMap { NearestName.to($0, among: allowed.compactMap(\.stringValue)) }
        .map { "did you mean \($0)?" }
    case .type(let expected, _):
      ContentHint.requoted(value, as: expected)
    case .anyOf(let branches):
      branches.lazy.flatMap(\.self).compactMap { nearest(to: value, $0) }.first
    default:
      nil
    }
  }
}
