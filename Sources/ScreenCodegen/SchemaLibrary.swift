import JSONText

/// The schemas of all view types, with every reference between them made absolute.
struct SchemaLibrary {
  /// Where a schema is: the view type it belongs to, and the way from there.
  struct Place {
    let document: String
    let pointer: JSONPointer

    /// A string that only the library makes: no `$ref` of an author is left that could be mistaken for it, as
    /// each one that is not understood stays without the separator.
    var key: String { document + "\u{0}" + pointer.description }

    init(document: String, pointer: JSONPointer) {
      self.document = document
      self.pointer = pointer
    }

    init?(key: String) {
      let parts = key.split(separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let pointer = JSONPointer(String(parts[1])) else { return nil }
      document = String(parts[0])
      self.pointer = pointer
    }
  }

  private var documents: [ExactString: JSONValue] = [:]

  init(_ schemas: [(name: String, schema: JSONValue)]) {
    for (name, schema) in schemas { documents[ExactString(name)] = schema }
    var anchors = SchemaAnchors()
    for (name, schema) in schemas { anchors.collect(from: schema, of: name) }
    for (name, schema) in schemas {
      let rewriter = ReferenceRewriter(
        document: name, identifier: schema["$id"]?.stringValue, anchors: anchors)
      documents[ExactString(name)] = rewriter.rewrite(schema, isRoot: true)
    }
  }

  /// The schema of a view type, its references absolute.
  func schema(of name: String) -> JSONValue? { documents[ExactString(name)] }

  /// What an absolute reference leads to.
  func target(of reference: String) -> JSONValue? {
    guard let place = Place(key: reference), let document = documents[ExactString(place.document)] else {
      return nil
    }
    return place.pointer.value(in: document)
  }
}
