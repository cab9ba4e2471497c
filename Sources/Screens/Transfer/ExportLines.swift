import JSONText

/// The lines of changes, in the order of an export.
enum ExportLines {
  /// - Parameter withSecrets: whether a token has its digest, too.
  static func of(
    _ changes: StoreChanges, withSecrets: Bool = false
  ) -> [(kind: String, value: JSONValue)] {
    var lines: [(kind: String, value: JSONValue)] = []
    for kind in DocumentKind.allCases {
      for (name, document) in changes.documents[written: kind].sorted(by: { $0.key < $1.key }) {
        lines.append((kind.rawValue, ["name": .string(name), "document": document]))
      }
    }
    for version in changes.versions { lines.append(("version", version.line)) }
    for (_, draft) in changes.drafts.sorted(by: { $0.key < $1.key }) {
      if let draft { lines.append(("draft", draft.line)) }
    }
    for (path, mark) in changes.imports.sorted(by: { $0.key < $1.key }) {
      lines.append(("imported", mark.line(path: path)))
    }
    for (_, token) in changes.tokens.sorted(by: { $0.key < $1.key }) {
      guard let token else { continue }
      var value: JSONObject = ["name": .string(token.name), "scope": .string(token.scope.rawValue)]
      if withSecrets {
        value["digest"] = .string(token.digest)
        value["createdAt"] = JSONNumber(token.createdAt).map { .number($0) }
      }
      lines.append(("token", .object(value)))
    }
    for entry in changes.audit { lines.append(("audit", entry.line)) }
    return lines
  }
}
