package import JSONText

/// The schema documents that references can name, by URI.
///
/// It always contains the meta-schemas of 2020-12. Nothing is ever fetched: a document that is not here cannot be
/// referred to.
package struct SchemaRegistry: Sendable {
  private var documents: [ExactString: SchemaDocument] = [:]
  /// The document of each resource, by the resource's canonical URI.
  private var owners: [ExactString: String] = [:]

  package init() {}

  /// Adds a document under a URI, or replaces the one with this URI. Adds its embedded resources under their own URIs.
  ///
  /// Does not check the document. The compilation of a schema that refers to it reports its errors.
  package mutating func add(uri: String, document: JSONValue) {
    let added = SchemaDocument(uri: URIReference(uri), root: document)
    let name = added.uri.description
    if let replaced = documents[name] {
      for resource in replaced.resources
      where owners[resource.uri.description]?.hasSameScalars(as: name) == true {
        owners[resource.uri.description] = nil
      }
    }
    documents[name] = added
    for resource in added.resources where documents[resource.uri.description] == nil {
      owners[resource.uri.description] = name
    }
    owners[name] = name
  }

  /// The URIs that a reference can name, sorted, without the meta-schemas.
  package var uris: [String] { owners.keys.map(\.text).sorted() }

  /// The document with the resource of a URI.
  func document(uri: String) -> SchemaDocument? {
    if let owner = owners[uri], let document = documents[owner] { return document }
    return MetaSchema.documents[uri]
  }
}
