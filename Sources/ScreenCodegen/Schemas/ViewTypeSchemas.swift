import JSONSchema
import JSONText

/// The schemas of all view types, with absolute references, so that parts of several schemas can be merged.
///
/// The document of a ``SchemaLocation`` is here the name of a view type.
struct ViewTypeSchemas {
  private var documents: [ExactString: JSONValue] = [:]

  /// The base URI of view types.
  private static let base = "marquee:/types/"

  init(_ schemas: [(name: String, schema: JSONValue)]) {
    let uris = Dictionary(schemas.map { (Self.base + $0.name + ".json", $0) }) { _, last in last }
    let library = SchemaLibrary(uris.mapValues(\.schema))
    for (uri, viewType) in uris {
      let schema = library.schema(at: uri)?.replacingReferences { target in
        uris[target.location.document].map {
          SchemaLocation(document: $0.name, pointer: target.location.pointer).key
        }
      }
      documents[ExactString(viewType.name)] = schema
    }
  }

  /// Returns the schema of a view type, with absolute references.
  func schema(of name: String) -> JSONValue? { documents[ExactString(name)] }

  /// Returns the schema that an absolute reference leads to.
  func target(of reference: String) -> JSONValue? {
    guard let location = SchemaLocation(key: reference) else { return nil }
    return schema(of: location.document).flatMap { location.pointer.value(in: $0) }
  }
}

extension SchemaLocation {
  /// The location as the text of an absolute `$ref`.
  ///
  /// The separator keeps an author's `$ref` from being mistaken for one: a reference that cannot be resolved
  /// is left without it.
  var key: String { document + "\u{0}" + pointer.description }

  init?(key: String) {
    let parts = key.split(separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let pointer = JSONPointer(String(parts[1])) else { return nil }
    self.init(document: String(parts[0]), pointer: pointer)
  }
}
