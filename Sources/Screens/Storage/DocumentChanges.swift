package import JSONText

/// New, changed and deleted JSON documents by kind and name.
package struct DocumentChanges: Sendable {
  /// Nil for a deleted document.
  private(set) var lists: [DocumentKind: [String: JSONValue?]] = [:]

  package init() {}

  /// Writes all documents.
  package init(_ documents: StoredDocuments) {
    for kind in DocumentKind.allCases { self[written: kind] = documents[kind] }
  }

  package var isEmpty: Bool { lists.isEmpty }

  /// The changed documents of a kind; nil for a deleted one.
  package subscript(kind: DocumentKind) -> [String: JSONValue?] {
    get { lists[kind] ?? [:] }
    set { lists[kind] = newValue.isEmpty ? nil : newValue }
  }

  /// The new and changed documents of a kind. Setting them keeps the deletions.
  package subscript(written kind: DocumentKind) -> [String: JSONValue] {
    get { self[kind].compactMapValues { $0 } }
    set {
      self[kind] = self[kind].filter { $0.value == nil }.merging(newValue.mapValues { .some($0) }) { $1 }
    }
  }

  /// The names of the deleted documents of a kind, sorted.
  package func deleted(_ kind: DocumentKind) -> [String] {
    self[kind].filter { $0.value == nil }.keys.sorted()
  }

  /// The kinds with changes.
  package var kinds: Set<DocumentKind> { Set(lists.keys) }

  /// Replaces changes by later ones.
  package mutating func merge(_ later: DocumentChanges) {
    for (kind, list) in later.lists { self[kind].merge(list) { $1 } }
  }
}
