import JSONText

extension DocumentKind {
  /// A wire format.
  package static let format = DocumentKind(
    "format", noun: "format", folder: "_formats", path: "formats", event: .formatChanged,
    belongsToCatalogue: true, isReferredTo: true,
    Contents(
      all: { $0.catalogue.formats.mapValues(\.json) },
      document: { $0.catalogue.format($1)?.json },
      read: { name, json, state in
        state.catalogue.setFormat(try WireFormat(name: name, published: try JSONDocument(of: json)))
      },
      remove: { $1.catalogue.removeFormat($0) },
      check: { name, document, _ in _ = try WireFormat(name: name, document) }))
}
