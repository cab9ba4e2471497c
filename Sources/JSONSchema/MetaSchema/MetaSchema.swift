import JSONText

/// The meta-schemas and their dialects.
enum MetaSchema {
  /// The meta-schemas of draft 2020-12, by URI.
  static let documents: [ExactString: SchemaDocument] = Dictionary(
    uniqueKeysWithValues: texts.map { name, text in
      let uri = "https://json-schema.org/draft/2020-12/" + name
      // The texts are constants, and a test parses each of them.
      let root = (try? JSONParser.parse(text)) ?? .bool(false)
      return (ExactString(uri), SchemaDocument(uri: URIReference(uri), root: root))
    })

  private static let standard: CompiledSchema? = documents[Dialect.standardURI].flatMap { document in
    var compilation = SchemaCompilation(registry: SchemaRegistry(), formats: .annotate)
    return try? compilation.compile(document)
  }

  /// The dialect of a `$schema`; the standard one for nil.
  static func dialect(uri: String?, registry: SchemaRegistry) throws(SchemaError.Kind) -> Dialect {
    guard let name = uri.map(normalized), name != Dialect.standardURI else { return .standard }
    if name == Dialect.historicURI { return .historic }
    guard let document = registry.document(uri: name) else { throw .unknownDialect(name) }
    guard let declared = document.root["$vocabulary"]?.objectValue else { return .standard }
    var vocabularies: Vocabulary = []
    for member in declared {
      if let vocabulary = Vocabulary(uri: member.name) {
        vocabularies.insert(vocabulary)
      } else if member.value.boolValue == true {
        throw .unknownVocabulary(member.name)
      }
    }
    return Dialect(draft: .draft2020, vocabularies: vocabularies)
  }

  /// The compiled meta-schema of a `$schema`. Nil when it is unknown, invalid or already being compiled, and for
  /// draft 2019-09, whose meta-schema is not included.
  static func compiled(uri: String?, registry: SchemaRegistry, enclosing: Set<ExactString>) -> CompiledSchema?
  {
    guard let name = uri.map(normalized), name != Dialect.standardURI else { return standard }
    guard name != Dialect.historicURI, !enclosing.contains(name), let document = registry.document(uri: name)
    else { return nil }
    var compilation = SchemaCompilation(
      registry: registry, formats: .annotate, enclosingDialects: enclosing.union([ExactString(name)]))
    return try? compilation.compile(document)
  }

  private static func normalized(_ uri: String) -> String {
    let reference = URIReference(uri)
    return (reference.fragment?.isEmpty == true ? reference.withoutFragment : reference).description
  }
}

extension SchemaError.Kind: Error {}
