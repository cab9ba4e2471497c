package import JSONSchema
package import JSONText

/// The schemas of view types, which can refer to each other.
package struct ViewTypeSchemas: Sendable {
  let registry: SchemaRegistry
  /// The names of the view types.
  package let names: Set<String>

  /// - Parameter schemas: the schemas by name.
  package init(_ schemas: [String: JSONValue]) {
    var registry = SchemaRegistry()
    registry.add(uri: ViewType.itemURI, document: ViewType.itemSchema)
    for (name, schema) in schemas { registry.add(uri: ViewType.uri(of: name), document: schema) }
    self.registry = registry
    names = Set(schemas.keys)
  }

  /// The schemas with their references resolved, for one reader.
  package var library: SchemaLibrary { SchemaLibrary(registry) }
}

extension SchemaLibrary {
  /// The schema of a view type.
  package func schema(of viewType: String) -> ResolvedSchema? { schema(at: ViewType.uri(of: viewType)) }
}

extension ResolvedSchema {
  /// Whether it is the schema of an item.
  package var isItem: Bool { location.document == ViewType.itemURI }

  /// The view type whose document it is in; nil in another document.
  package var viewType: String? { ViewType.name(at: location.document) }
}
