import JSONText

/// Importing the folder of screens.
extension Publisher {
  /// Publishes the files that are new or changed. An invalid file is reported and replaces nothing.
  package func importFiles(_ folder: FolderContents) throws(ScreensError) -> ImportReport {
    try writing { (state) throws(ScreensError) in
      let author = Author(name: "screens/")
      let plan = FolderImport(folder, state: state, gate: self.gate)
      var changes = StoreChanges()
      changes.versions = plan.screens.map {
        ScreenVersion(
          route: $0.route, number: $0.version, definition: $0.definition.json,
          record: self.record(author, .file))
      }
      changes.documents[written: .viewType] = plan.viewTypes
      changes.documents[written: .format] = plan.formats.mapValues(\.json)
      changes.documents[written: .preview] = plan.previews.mapValues(\.json)
      changes.documents[written: .group] = plan.groups
      changes.imports = plan.imports
      changes.audit = plan.screens.map {
        self.entry(.publish, $0.route.name, by: author, version: $0.version)
      }
      changes.audit += plan.viewTypes.keys.sorted().map { self.entry(.setViewType, $0, by: author) }
      changes.audit += plan.formats.keys.sorted().map { self.entry(.setFormat, $0, by: author) }
      changes.audit += plan.previews.keys.sorted().map { self.entry(.setPreview, $0, by: author) }
      changes.audit += plan.groups.keys.sorted().map { self.entry(.setGroup, $0, by: author) }
      changes.keptVersions = self.keepVersions
      if !changes.isEmpty {
        try self.save(changes, by: author)
      }
      state.imports.merge(plan.imports) { _, new in new }
      if !plan.groups.isEmpty { state.setGroups(state.groups.merging(plan.groups) { _, new in new }) }
      let screens = plan.screens.map { LazyPublishedScreen($0) }
      for screen in screens { state.put(.published(screen), at: screen.route) }
      state.setCatalogue(plan.catalogue, viewTypes: state.viewTypes.merging(plan.viewTypes) { _, new in new })
      let changesCatalogue =
        !plan.viewTypes.isEmpty || !plan.formats.isEmpty || !plan.previews.isEmpty || !plan.groups.isEmpty
      let change =
        changesCatalogue
        ? PublishedChange(changing: plan.catalogue, screens: state.screens)
        : PublishedChange(plan.catalogue, published: screens)
      self.makeVisible(state) { $0.didChange(change) }
      return ImportReport(
        published: plan.screens.map { ($0.route, $0.version) }, problems: plan.problems,
        warnings: plan.warnings, invalidRoutes: plan.invalidRoutes, scenarios: plan.scenarios)
    }
  }
}
