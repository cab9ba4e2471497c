package import JSONText

/// Turns a schema into a ``CompiledSchema``.
package enum SchemaCompiler {
  /// What to do with `format`.
  package enum FormatMode: Sendable {
    /// `format` is an annotation, unless the schema's own dialect has the format-assertion vocabulary.
    case annotate
    /// A string that is not of its format is an error.
    case assert
  }

  /// The base URI of a schema for which none is given.
  package static let defaultURI = "schema:/"

  /// Compiles a schema with all that it refers to.
  ///
  /// - Parameters:
  ///   - schema: an object or a boolean.
  ///   - uri: what its relative references are relative to, unless it has an `$id`.
  ///   - registry: the other documents that it may refer to.
  /// - Throws: ``SchemaError`` with every fault of the schema and of the documents it refers to.
  package static func compile(
    _ schema: JSONValue, uri: String = defaultURI, registry: SchemaRegistry = SchemaRegistry(),
    formats: FormatMode = .annotate
  ) throws(SchemaError) -> CompiledSchema {
    let document = SchemaDocument(uri: URIReference(uri), root: schema)
    var compilation = SchemaCompilation(registry: registry, formats: formats)
    return try compilation.compile(document)
  }
}
