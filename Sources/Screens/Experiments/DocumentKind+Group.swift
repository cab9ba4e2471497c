import JSONText

extension DocumentKind {
  /// A value list that conditions refer to.
  package static let group = DocumentKind(
    "group", noun: "group", folder: "_groups", path: "groups", event: .groupChanged,
    belongsToCatalogue: true, isReferredTo: true,
    Contents(
      all: { $0.groups },
      document: { $0.groups[$1] },
      take: { changed, state, report in
        var lists = state.groups
        for (name, json) in changed {
          lists[name] = json
          if let json, json.arrayValue == nil {
            report(name, UnreadableDocument("it is not a list; it is empty"))
          }
        }
        state.setGroups(lists)
      },
      check: { _, document, _ in try GroupReader.read(document) }))
}
