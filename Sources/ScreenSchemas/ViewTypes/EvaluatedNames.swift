import JSONSchema
import JSONText

/// The names of the members that a schema evaluates, for `unevaluatedProperties` (JSON Schema 2020-12 core §11.3).
struct EvaluatedNames {
  let names: [String]
  let patterns: [String]

  /// The largest number of schemas that apply to the same value.
  private static let maximumSchemas = 200

  /// Nil if the names cannot be listed.
  init?(of schema: ResolvedSchema) {
    let (schemas, isComplete) = [schema].expanded(limit: Self.maximumSchemas) { $0.keyword != "not" }
    let isKnown = schemas.allSatisfy { part in
      part["additionalProperties"] == nil && !part.hasUnknownReference
        && (part == schema || part["unevaluatedProperties"] == nil)
    }
    guard isComplete, isKnown else { return nil }
    names = schemas.flatMap { $0.parts("properties").map(\.name) }
    patterns = schemas.flatMap { $0.parts("patternProperties").map(\.name) }
  }
}
