import JSONText

/// Importing the folder of screens.
package struct FolderService: Sendable {
  let publisher: Publisher

  /// Publishes the files that are new or changed. An invalid file is reported and replaces nothing.
  package func importFiles(_ folder: FolderContents) throws(ScreensError) -> ImportReport {
    try publisher.writing { (state) throws(ScreensError) in
      let author = Author(name: "screens/")
      let plan = FolderImport(folder, state: state, gate: publisher.gate)
      var changes = StoreChanges()
      changes.versions = plan.screens.map {
        ScreenVersion(
          route: $0.route, number: $0.version, definition: $0.definition.stored,
          record: publisher.record(author, .file))
      }
      changes.documents = DocumentChanges(plan.documents)
      changes.imports = plan.imports
      changes.audit = plan.screens.map {
        publisher.entry(.publish, $0.route.name, by: author, version: $0.version)
      }
      for kind in DocumentKind.ofFiles {
        changes.audit += plan.documents[kind].keys.sorted().map {
          publisher.entry(.set(kind), $0, by: author)
        }
      }
      changes.keptVersions = publisher.keepVersions
      if !changes.isEmpty {
        try publisher.save(changes, by: author)
      }
      state.imports.merge(plan.imports) { _, new in new }
      let groups = plan.documents[.group]
      if !groups.isEmpty { state.setGroups(state.groups.merging(groups) { _, new in new }) }
      for (name, json) in plan.documents[.guard] { state.guards[name] = Guard(stored: json) }
      let screens = plan.screens.map { LazyPublishedScreen($0) }
      for screen in screens { state.put(.published(screen), at: screen.route) }
      let schemas = state.viewTypes.merging(plan.documents[.viewType]) { _, new in new }
      state.setCatalogue(plan.catalogue, viewTypes: schemas)
      let change =
        !changes.documents.isEmpty
        ? PublishedChange(changing: plan.catalogue, screens: state.screens)
        : PublishedChange(plan.catalogue, published: screens)
      publisher.makeVisible(state) { $0.didChange(change) }
      return ImportReport(
        published: plan.screens.map { ($0.route, $0.version) }, problems: plan.problems,
        warnings: plan.warnings, invalidRoutes: plan.invalidRoutes, scenarios: plan.scenarios,
        endpoints: plan.endpoints)
    }
  }
}

extension Publisher {
  /// The folder of screens.
  package var folder: FolderService { FolderService(publisher: self) }
}
