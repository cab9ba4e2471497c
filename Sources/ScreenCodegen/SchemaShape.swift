import JSONText

/// What becomes of a schema.
enum SchemaShape {
  /// A struct.
  case object(JSONObject, isNullable: Bool)
  /// An object without members of its own.
  case dictionary(JSONObject, isNullable: Bool)
  /// An enum of strings.
  case choice(ChoicePlan, isNullable: Bool)
  /// An enum with associated values.
  case union(UnionShape, isNullable: Bool)
  /// A type that needs no declaration.
  case value(PlannedType)
  /// What another schema is.
  case reference(String, isNullable: Bool)
}

/// The alternatives of an enum with associated values.
struct UnionShape {
  struct Alternative {
    let key: String
    let schema: JSONValue
    /// The way to the schema, for the place by which its type is known.
    let way: [String]
  }
  let discriminator: UnionPlan.Discriminator
  let alternatives: [Alternative]
}

extension Documentation {
  init(of schema: JSONValue) {
    title = schema["title"]?.stringValue
    description = schema["description"]?.stringValue
    if schema["deprecated"] == .bool(true) { notes.append("Deprecated.") }
  }
}
