import JSONText

/// A schema with the document that its references are relative to.
struct LocatedSchema {
  /// The view type of the document.
  let document: String
  let value: JSONValue
  /// Whether this is the whole document. Its `$id` does not begin an embedded resource.
  var isDocument = false
}
