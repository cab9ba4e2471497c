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
    viewType: String, _ document: JSONDocument, schemas: ViewTypeSchemas? = nil
  ) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    if let schemas, !schemas.names.contains(viewType) {
      diagnostics.add(
        Diagnostic(
          .unknownViewType, at: .root, "there is no view type \(quoted(viewType)) for this template",
          hint: NearestName.hint(for: viewType, among: schemas.names.sorted())
            ?? "add _types/\(viewType).json, or remove this file"))
    }
    var reader = PreviewReader()
    let scope = schemas.map { SchemaScope(of: viewType, in: $0.library) } ?? .anything
    let node = reader.node(document.value, at: .root, scope, isDocument: true, &diagnostics)
    guard diagnostics.isEmpty, let node else { throw InvalidDocument(diagnostics.located(in: document)) }
    self.viewType = viewType
    json = document.value
    self.node = node
  }
}
