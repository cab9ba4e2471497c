import JSONText

/// A part of a document that has a URI of its own: the document's root, or a subschema with `$id`
/// (core §4.3.5), without the resources embedded in it.
struct SchemaResource: Sendable {
  /// The canonical URI, without fragment.
  let uri: URIReference
  /// Where in its document the resource's root stands.
  let pointer: JSONPointer
  /// What `$schema` says at the root, or at the root of the nearest enclosing resource.
  let dialectURI: String?
  /// `$anchor` and `$dynamicAnchor`, each with the place of its schema in the document.
  var anchors: [ExactString: JSONPointer] = [:]
  /// Those of the anchors that `$dynamicAnchor` set.
  var dynamicAnchors: Set<ExactString> = []
}
