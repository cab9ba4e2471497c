import JSONText

extension DocumentKind {
  /// The JSON Schema of a view type.
  package static let viewType = DocumentKind(
    "viewType", noun: "view type", folder: "_types", path: "view-types", event: .viewTypeChanged,
    belongsToCatalogue: true, isReferredTo: true,
    Contents(
      all: { $0.viewTypes },
      document: { $0.viewTypes[$1] },
      take: { changed, state, report in
        var schemas = state.viewTypes
        for (name, json) in changed { schemas[name] = json }
        for (name, invalid) in state.setViewTypes(schemas) { report(name, invalid) }
      }))
}
