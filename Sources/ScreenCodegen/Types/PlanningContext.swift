import JSONSchema
import JSONText

/// The context of a schema that is being planned.
struct PlanningContext {
  /// The location of the schema, which identifies its type.
  var origin: SchemaLocation
  /// The declaration that uses the schema.
  var parent: Int
  /// The text from which a type for the schema is named.
  var hint: String
  /// The number of steps from the declaration.
  var depth = 0
  /// The references followed since the last declaration. Following one of them again would never end.
  var followedReferences: Set<ExactString> = []
  /// Whether the schema was reached by a reference.
  var isReferenced = false

  /// The deepest nesting of arrays, dictionaries and references without a declaration.
  static let maximumDepth = 16

  /// The deepest nesting of types. Deeper types are placed in the view type, to keep lines short.
  static let maximumNesting = 5

  /// Returns the context of a subschema.
  func appending(_ tokens: String..., hint: String) -> PlanningContext {
    var part = self
    part.origin = SchemaLocation(
      document: origin.document, pointer: JSONPointer(tokens: origin.pointer.tokens + tokens))
    part.hint = hint
    part.depth += 1
    return part
  }

  /// Returns the context of a referenced schema.
  func following(_ key: String, to location: SchemaLocation) -> PlanningContext {
    var target = self
    target.origin = location
    target.depth += 1
    target.followedReferences.insert(ExactString(key))
    return target
  }
}

extension PlannedType {
  /// A value that is kept as JSON, with the reason.
  static func json(_ reason: String?) -> PlannedType {
    PlannedType(type: .json, note: reason.map { "Kept as JSON: \($0)." })
  }
}
