package import JSONSchema
package import JSONText

/// One version of a view type's schema with the documents that it can refer to, checked and compiled.
package struct SchemaVersion: Sendable {
  /// The URI of the schema itself; references are relative to it.
  package let uri: String
  /// All documents by URI, including the schema's own.
  let documents: [String: JSONValue]
  /// The documents with their source text, if it is known.
  private let texts: [String: JSONDocument]
  /// All documents, for references.
  let registry: SchemaRegistry
  private let compiled: CompiledSchema

  /// - Parameters:
  ///   - schema: the schema with its source text, so that reasons can name lines and columns.
  ///   - uri: the base of its relative references.
  ///   - others: the documents that it can refer to, by URI.
  /// - Throws: `SchemaErrors` with every fault of the schema and of the documents it refers to.
  package init(
    _ schema: JSONDocument, uri: String = SchemaCompiler.defaultURI, others: [String: JSONDocument] = [:]
  ) throws(SchemaErrors) {
    var texts = others
    texts[uri] = schema
    try self.init(uri: uri, documents: texts.mapValues(\.value), texts: texts)
  }

  /// Creates a version of a schema without source text.
  package init(
    value schema: JSONValue, uri: String = SchemaCompiler.defaultURI, others: [String: JSONValue] = [:]
  ) throws(SchemaErrors) {
    var documents = others
    documents[uri] = schema
    try self.init(uri: uri, documents: documents, texts: [:])
  }

  /// Creates a version of a schema that is compiled already.
  /// - Parameters:
  ///   - compiled: the compiled schema, which asserts formats.
  ///   - documents: the schema and all documents that it can refer to, by URI.
  package init(_ compiled: CompiledSchema, uri: String, documents: [String: JSONValue]) {
    self.uri = uri
    self.documents = documents
    self.compiled = compiled
    texts = [:]
    registry = Self.registry(documents)
  }

  private init(uri: String, documents: [String: JSONValue], texts: [String: JSONDocument])
    throws(SchemaErrors)
  {
    self.uri = uri
    self.documents = documents
    self.texts = texts
    registry = Self.registry(documents)
    compiled = try SchemaCompiler.compile(
      documents[uri] ?? .bool(true), uri: uri, registry: registry, formats: .assert)
  }

  private static func registry(_ documents: [String: JSONValue]) -> SchemaRegistry {
    var registry = SchemaRegistry()
    // Of two resources with the same URI one counts, and always the same one.
    for (name, document) in documents.sorted(by: { $0.key < $1.key }) {
      registry.add(uri: name, document: document)
    }
    return registry
  }

  /// Whether the content is valid. Formats are asserted.
  package func accepts(_ content: JSONValue) -> Bool { compiled.isValid(content) }

  /// Whether the content is valid; nil when the budget is spent.
  func accepts(_ content: JSONValue, within budget: ValidationBudget) -> Bool? {
    let isValid = compiled.isValid(content, within: budget)
    return budget.isSpent ? nil : isValid
  }

  /// The line and column of a place; nil when its document has no source text.
  package func position(of location: SchemaLocation) -> SourcePosition? {
    texts[location.document]?.position(of: location.pointer, at: .name)
  }

  /// Whether both versions have the same JSON in every document.
  func isSame(as other: SchemaVersion) -> Bool {
    uri == other.uri && documents.count == other.documents.count
      && documents.allSatisfy { name, document in
        other.documents[name].map { document.isEquivalent(to: $0) } ?? false
      }
  }
}
