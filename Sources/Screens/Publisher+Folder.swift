import JSONText

/// The folder of screens.
extension Publisher {
  /// Takes over what is new or changed in a folder of screens. What is wrong with a file changes nothing that
  /// is in force.
  package func importFiles(_ folder: FolderContents) throws(ScreensError) -> ImportReport {
    try locked { (ledger) throws(ScreensError) in
      let author = Author(name: "screens/")
      let plan = FolderImport(folder, ledger: ledger, gate: self.gate)
      var changes = StoreChanges()
      changes.versions = plan.screens.map {
        ScreenVersion(
          route: $0.route, number: $0.version, definition: $0.definition.json,
          record: self.record(author, .file))
      }
      changes.viewTypes = plan.viewTypes
      changes.formats = plan.formats.mapValues(\.json)
      changes.groups = plan.groups
      changes.imports = plan.imports
      changes.audit = plan.screens.map {
        self.entry(.publish, $0.route.name, by: author, version: $0.version)
      }
      changes.audit += plan.viewTypes.keys.sorted().map { self.entry(.setViewType, $0, by: author) }
      changes.audit += plan.formats.keys.sorted().map { self.entry(.setFormat, $0, by: author) }
      changes.audit += plan.groups.keys.sorted().map { self.entry(.setGroup, $0, by: author) }
      changes.keptVersions = self.keepVersions
      if !changes.isEmpty {
        try self.stored { (store) throws(StoreError) in try store.save(changes) }
      }
      ledger.viewTypes.merge(plan.viewTypes) { _, new in new }
      ledger.imports.merge(plan.imports) { _, new in new }
      if !plan.groups.isEmpty { ledger.setGroups(ledger.groups.merging(plan.groups) { _, new in new }) }
      let screens = plan.screens.map { CurrentScreen($0) }
      for screen in screens { ledger.put(.published(screen), at: screen.route) }
      ledger.catalogue = plan.catalogue
      if !plan.viewTypes.isEmpty || !plan.formats.isEmpty || !plan.groups.isEmpty {
        self.observer.didChange(plan.catalogue, screens: ledger.screens)
      } else {
        for screen in screens { self.observer.didPublish(screen, catalogue: plan.catalogue) }
      }
      return ImportReport(
        published: plan.screens.map { ($0.route, $0.version) }, problems: plan.problems,
        scenarios: plan.scenarios)
    }
  }
}
