import JSONText

extension DocumentKind {
  /// The preview template of a view type.
  package static let preview = DocumentKind(
    "preview", noun: "preview", folder: "_previews", path: "preview-templates",
    event: .previewTemplateChanged, belongsToCatalogue: true, isReferredTo: true,
    Contents(
      all: { $0.catalogue.previews.mapValues(\.json) },
      document: { $0.catalogue.preview(of: $1)?.json },
      read: { name, json, state in
        state.catalogue.setPreview(try PreviewTemplate(viewType: name, try JSONDocument(of: json)))
      },
      remove: { $1.catalogue.removePreview(of: $0) },
      check: { name, document, state in
        _ = try PreviewTemplate(viewType: name, document, schemas: state.schemas)
      }))
}
