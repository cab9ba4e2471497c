import JSONText

/// A part of a document with its own URI: the document's root or a subschema with `$id` (core §4.3.5), without the
/// resources embedded in it.
struct SchemaResource: Sendable {
  /// The canonical URI, without fragment.
  let uri: URIReference
  /// The location of the resource's root in its document.
  let pointer: JSONPointer
  /// The `$schema` at the root, or at the root of the nearest enclosing resource that has one.
  let dialectURI: String?
  /// The schema's location in the document, by the name of its `$anchor` or `$dynamicAnchor`.
  var anchors: [ExactString: JSONPointer] = [:]
  /// The anchors that are set by `$dynamicAnchor`.
  var dynamicAnchors: Set<ExactString> = []
}
