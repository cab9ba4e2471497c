import JSONText

/// The schemas of all view types, with absolute references.
struct SchemaLibrary {
  /// The location of a schema: its view type and the pointer within it.
  struct Location {
    let document: String
    let pointer: JSONPointer

    /// The location as the text of an absolute `$ref`.
    ///
    /// The separator keeps an author's `$ref` from being mistaken for one: a reference that cannot be resolved
    /// is left without it.
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

  /// Returns the schema of a view type, with absolute references.
  func schema(of name: String) -> JSONValue? { documents[ExactString(name)] }

  /// Returns the schema that an absolute reference leads to.
  func target(of reference: String) -> JSONValue? {
    guard let location = Location(key: reference), let document = documents[ExactString(location.document)]
    else {
      return nil
    }
    return location.pointer.value(in: document)
  }
}
