package import JSONText

/// The schema documents that references may lead to, by URI.
///
/// A value: adding to a copy leaves the original as it is. The meta-schemas of 2020-12 are always in it.
/// Nothing is ever fetched: what is not here cannot be referred to.
package struct SchemaRegistry: Sendable {
  private var documents: [String: SchemaDocument] = [:]
  /// Which document holds a resource: by canonical URI.
  private var owners: [String: String] = [:]

  package init() {}

  /// Makes a document known under a URI, in place of any that was known by it. Its embedded resources become
  /// known under their own URIs.
  ///
  /// The document is not checked here; its faults come out when a schema that refers to it is compiled.
  package mutating func add(uri: String, document: JSONValue) {
    let added = SchemaDocument(uri: URIReference(uri), root: document)
    let name = added.uri.description
    if let replaced = documents[name] {
      for resource in replaced.resources where owners[resource.uri.description] == name {
        owners[resource.uri.description] = nil
      }
    }
    documents[name] = added
    for resource in added.resources where documents[resource.uri.description] == nil {
      owners[resource.uri.description] = name
    }
    owners[name] = name
  }

  /// The URIs that a reference may name, in order of the alphabet; the meta-schemas left out.
  package var uris: [String] { owners.keys.sorted() }

  /// The document that holds the resource of that URI.
  func document(uri: String) -> SchemaDocument? {
    if let owner = owners[uri], let document = documents[owner] { return document }
    return MetaSchema.documents[uri]
  }
}
