import JSONText

/// The meta-schemas: schemas of schemas, and what they say of the dialect.
enum MetaSchema {
  /// Those of draft 2020-12, by URI.
  static let documents: [String: SchemaDocument] = Dictionary(
    uniqueKeysWithValues: texts.map { name, text in
      let uri = "https://json-schema.org/draft/2020-12/" + name
      // A text that is not JSON would refuse every schema; the tests parse each.
      let root = (try? JSONParser.parse(text)) ?? .bool(false)
      return (uri, SchemaDocument(uri: URIReference(uri), root: root))
    })

  private static let standard: CompiledSchema? = documents[Dialect.standardURI].flatMap { document in
    var compilation = SchemaCompilation(registry: SchemaRegistry(), formats: .annotate)
    return try? compilation.compile(document)
  }

  /// The dialect that a `$schema` names; the standard one when there is none.
  static func dialect(uri: String?, registry: SchemaRegistry) throws(SchemaFault.Kind) -> Dialect {
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

  /// The meta-schema that a `$schema` names, compiled. Nil when it is unknown, is being compiled already, or
  /// is itself invalid; and for draft 2019-09, whose meta-schema is not carried along.
  static func compiled(uri: String?, registry: SchemaRegistry, enclosing: Set<String>) -> CompiledSchema? {
    guard let name = uri.map(normalized), name != Dialect.standardURI else { return standard }
    guard name != Dialect.historicURI, !enclosing.contains(name), let document = registry.document(uri: name)
    else { return nil }
    var compilation = SchemaCompilation(
      registry: registry, formats: .annotate, enclosingDialects: enclosing.union([name]))
    return try? compilation.compile(document)
  }

  private static func normalized(_ uri: String) -> String {
    let reference = URIReference(uri)
    return (reference.fragment?.isEmpty == true ? reference.withoutFragment : reference).description
  }
}

extension SchemaFault.Kind: Error {}
