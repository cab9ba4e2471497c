import JSONText

/// A schema, and the document that its references are relative to.
struct LocatedSchema {
  /// The view type whose document it is part of.
  let document: String
  let value: JSONValue
  /// It is the whole document, whose `$id` is not that of an embedded resource.
  var isDocument = false
}
