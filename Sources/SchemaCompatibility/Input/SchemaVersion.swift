package import JSONSchema
package import JSONText

/// One version of a view type's schema, with the documents that it may refer to: checked and compiled.
package struct SchemaVersion: Sendable {
  /// The URI of the schema itself; references are relative to it.
  package let uri: String
  /// All documents by URI, the schema's own included.
  let documents: [String: JSONValue]
  /// The texts of those documents that were read from text.
  private let texts: [String: JSONDocument]
  private let compiled: CompiledSchema

  /// - Parameters:
  ///   - schema: the schema as it was read from text, so that reasons can name lines and columns.
  ///   - uri: what its relative references are relative to.
  ///   - others: the documents that it may refer to, by URI.
  /// - Throws: `SchemaError` with every fault of the schema and of the documents it refers to.
  package init(
    _ schema: JSONDocument, uri: String = SchemaCompiler.defaultURI, others: [String: JSONDocument] = [:]
  ) throws(SchemaError) {
    var texts = others
    texts[uri] = schema
    try self.init(uri: uri, documents: texts.mapValues(\.value), texts: texts)
  }

  /// The same for schemas whose text is not at hand.
  package init(
    value schema: JSONValue, uri: String = SchemaCompiler.defaultURI, others: [String: JSONValue] = [:]
  ) throws(SchemaError) {
    var documents = others
    documents[uri] = schema
    try self.init(uri: uri, documents: documents, texts: [:])
  }

  private init(uri: String, documents: [String: JSONValue], texts: [String: JSONDocument]) throws(SchemaError)
  {
    self.uri = uri
    self.documents = documents
    self.texts = texts
    var registry = SchemaRegistry()
    for (name, document) in documents where name != uri { registry.add(uri: name, document: document) }
    compiled = try SchemaCompiler.compile(
      documents[uri] ?? .bool(true), uri: uri, registry: registry, formats: .assert)
  }

  /// Whether a content is valid, formats asserted.
  package func accepts(_ content: JSONValue) -> Bool { compiled.isValid(content) }

  /// Line and column of a place, when its document was read from text.
  package func position(of place: SchemaPlace) -> SourcePosition? {
    texts[place.document]?.position(of: place.pointer, at: .name)
  }

  /// Whether the other version is the same text of JSON in every document.
  func isSame(as other: SchemaVersion) -> Bool {
    uri == other.uri && documents.count == other.documents.count
      && documents.allSatisfy { name, document in
        other.documents[name].map { document.isEquivalent(to: $0) } ?? false
      }
  }
}
