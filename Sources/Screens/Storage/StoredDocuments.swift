package import JSONText

/// JSON documents by kind and name.
package struct StoredDocuments: Sendable, Equatable {
  private var lists: [DocumentKind: [String: JSONValue]] = [:]

  package init() {}

  /// The documents of a kind.
  package subscript(kind: DocumentKind) -> [String: JSONValue] {
    get { lists[kind] ?? [:] }
    set { lists[kind] = newValue.isEmpty ? nil : newValue }
  }

  /// Writes and deletes documents.
  package mutating func apply(_ changes: DocumentChanges) {
    for (kind, list) in changes.lists {
      for (name, document) in list { self[kind][name] = document }
    }
  }
}
