package import JSONText

/// A kind of JSON document that a store keeps by name. The raw value is its name in stores and exports.
package enum DocumentKind: String, Sendable, CaseIterable {
  /// The JSON Schema of a view type.
  case viewType
  /// A wire format.
  case format
  /// The preview template of a view type.
  case preview
  /// A value list that conditions refer to.
  case group
  /// The manifest of a release, such as `ios/1.3.0`.
  case release
  /// A client key of an SDK, with the experiments that it may read.
  case clientKey
  /// An address that receives messages about changes, with its secret.
  case webhook
  /// A change set, without its changes.
  case changeSet
  /// A change of a change set, by the name of the set and the path of its subject.
  case proposedChange

  /// Whether the documents are a part of the ``Catalogue``.
  package var belongsToCatalogue: Bool {
    switch self {
    case .viewType, .format, .preview, .group, .release: true
    case .clientKey, .webhook, .changeSet, .proposedChange: false
    }
  }
}

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

/// New, changed and deleted JSON documents by kind and name.
package struct DocumentChanges: Sendable {
  /// Nil for a deleted document.
  fileprivate var lists: [DocumentKind: [String: JSONValue?]] = [:]

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
