import JSONSchema
import JSONText

/// The kind of type that a schema becomes.
enum SchemaShape {
  /// A struct.
  case object(JSONObject, isNullable: Bool)
  /// A dictionary: an object without named members.
  case dictionary(JSONObject, isNullable: Bool)
  /// An enum of strings.
  case choice(ChoicePlan, isNullable: Bool)
  /// An enum with associated values.
  case union(UnionShape, isNullable: Bool)
  /// A type without a declaration.
  case value(PlannedType)
  /// The type of another schema.
  case reference(String, isNullable: Bool)
}

/// The alternatives of an enum with associated values, before they are planned.
struct UnionShape {
  struct Alternative {
    let key: String
    let schema: JSONValue
    /// The path to the schema, which identifies its type.
    let path: [String]
  }
  let discriminator: UnionPlan.Discriminator
  let alternatives: [Alternative]
}

extension Documentation {
  init(of schema: JSONValue) {
    title = schema["title"]?.stringValue
    description = schema["description"]?.stringValue
    switch schema[Meaning.keyword]?.stringValue.flatMap(Meaning.init) {
    case .text?: notes.append("People read it, in the language of the screen.")
    case .route?: notes.append("The route of a screen.")
    case nil: break
    }
    if schema["deprecated"] == .bool(true) { notes.append("Deprecated.") }
  }
}
