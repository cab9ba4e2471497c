package import JSONText

/// How the items of a view type look in previews: a tree of nodes, read from `_previews/TYPE.json`.
package struct PreviewTemplate: Sendable {
  /// The name of the view type.
  package let viewType: String
  /// The template's document.
  package let json: JSONValue
  package let node: PreviewNode

  /// Reads a template.
  /// - Parameter schemas: the schemas of all view types, to check the members that the template names; nil to accept
  ///   all members.
  /// - Throws: ``InvalidDocument`` with all errors.
  package init(
    viewType: String, _ document: JSONDocument, schemas: [String: JSONValue]? = nil
  ) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    if let schemas, schemas[viewType] == nil {
      diagnostics.add(
        Diagnostic(
          .unknownViewType, at: .root, "there is no view type \(quoted(viewType)) for this template",
          hint: NearestName.hint(for: viewType, among: schemas.keys.sorted())
            ?? "add _types/\(viewType).json, or remove this file"))
    }
    var reader = PreviewReader(schemas: schemas ?? [:])
    let scope = schemas.flatMap { $0[viewType] }.map { SchemaScope(of: $0, in: viewType) } ?? .anything
    let node = reader.node(document.value, at: .root, scope, isDocument: true, &diagnostics)
    guard diagnostics.isEmpty, let node else { throw InvalidDocument(diagnostics.located(in: document)) }
    self.viewType = viewType
    json = document.value
    self.node = node
  }
}
