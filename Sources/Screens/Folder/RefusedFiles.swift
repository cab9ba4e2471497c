/// The documents of a folder whose files are invalid. What refers to one has no error of its own.
package struct RefusedFiles: Sendable {
  private var names: [DocumentKind: Set<String>] = [:]

  /// The names of the documents of a kind.
  subscript(kind: DocumentKind) -> Set<String> { names[kind] ?? [] }

  mutating func insert(_ kind: FolderContents.Kind) {
    if case .document(let kind, let name) = kind { names[kind, default: []].insert(name) }
  }
}
