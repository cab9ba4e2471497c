package import JSONText

/// Compiles a schema to a ``CompiledSchema``.
package enum SchemaCompiler {
  /// The meaning of `format`.
  package enum FormatMode: Sendable {
    /// `format` is an annotation, unless the schema's own dialect has the format-assertion vocabulary.
    case annotate
    /// A string that does not have its format is an error.
    case assert
  }

  /// The default base URI of a schema.
  package static let defaultURI = "schema:/"

  /// Compiles a schema and everything that it refers to.
  ///
  /// - Parameters:
  ///   - schema: an object or a boolean.
  ///   - uri: the base of its relative references, unless it has an `$id`.
  ///   - registry: the other documents that it can refer to.
  /// - Throws: ``SchemaErrors`` with every error of the schema and of the documents it refers to.
  package static func compile(
    _ schema: JSONValue, uri: String = defaultURI, registry: SchemaRegistry = SchemaRegistry(),
    formats: FormatMode = .annotate
  ) throws(SchemaErrors) -> CompiledSchema {
    let document = SchemaDocument(uri: URIReference(uri), root: schema)
    var compilation = SchemaCompilation(registry: registry, formats: formats)
    return try compilation.compile(document)
  }
}
