import JSONText

/// View types and releases.
extension Publisher {
  /// Adds or changes a view type. One that is in force is compared with the new one, for screens and for apps.
  ///
  /// - Parameter force: also when it would make a current version invalid, or break a supported release's own schema
  ///   of it. What is served stays as it was published.
  /// - Throws: ``ScreensError/breaksScreens(_:)`` or ``ScreensError/breaksReleases(_:)`` unless it is forced.
  package func setViewType(
    _ name: String, schema text: [UInt8], by author: Author, dryRun: Bool = false, force: Bool = false
  ) throws(ScreensError) -> ViewTypeOutcome {
    try locked { (ledger) throws(ScreensError) in
      let document = try JSONDocument(body: text)
      var schemas = ledger.viewTypes
      let old = schemas.updateValue(document.value, forKey: name)
      var catalogue = ledger.catalogue
      if let invalid = catalogue.setViewTypes(schemas)[name] {
        var diagnostics = invalid.diagnostics
        diagnostics.locate(in: document)
        throw .invalidBody(diagnostics)
      }
      let comparison = ViewTypeComparison(name, new: document, among: schemas)
      if !force {
        let broken = ledger.brokenScreens(with: catalogue)
        guard broken.isEmpty else { throw .breaksScreens(broken) }
        let releases = comparison.broken(among: catalogue.releases.values)
        guard releases.isEmpty else { throw .breaksReleases(releases) }
      }
      let outcome = ViewTypeOutcome(
        isNew: old == nil,
        compatibility: old.map { comparison.reports(comparedWith: $0, among: ledger.viewTypes) } ?? [])
      if dryRun || old == document.value { return outcome }
      try self.save(self.entry(.setViewType, name, by: author)) { $0.viewTypes = [name: document.value] }
      ledger.viewTypes = schemas
      ledger.catalogue = catalogue
      self.observer.didChange(catalogue, screens: ledger.screens)
      return outcome
    }
  }

  /// Registers a release, or changes what it can show.
  /// - Returns: whether it is new.
  package func setRelease(
    _ name: ReleaseName, manifest text: [UInt8], by author: Author
  ) throws(ScreensError) -> Bool {
    try locked { (ledger) throws(ScreensError) in
      let document = try JSONDocument(body: text)
      let release: Release
      do throws(InvalidDocument) {
        release = try ReleaseReader.read(document, name: name)
      } catch {
        throw .invalidBody(error.diagnostics)
      }
      let old = ledger.catalogue.releases[name]
      guard old?.json != release.json else { return false }
      guard old != nil || ledger.catalogue.releases.count < Catalogue.maximumReleases else {
        var diagnostics = Diagnostics()
        diagnostics.add(
          Diagnostic(
            .tooMany, at: .root, "there are at most \(Catalogue.maximumReleases) releases",
            hint: "delete those that nobody has any more"))
        throw .invalidBody(diagnostics)
      }
      try self.save(self.entry(.setRelease, name.description, by: author)) {
        $0.releases = [name.description: release.json]
      }
      ledger.catalogue.setRelease(release)
      self.observer.didChange(ledger.catalogue, screens: ledger.screens)
      return old == nil
    }
  }

  /// Forgets a release.
  package func deleteRelease(_ name: ReleaseName, by author: Author) throws(ScreensError) {
    try locked { (ledger) throws(ScreensError) in
      guard ledger.catalogue.releases[name] != nil else {
        throw .unknownRelease(name, nearest: ledger.catalogue.nearestRelease(to: name))
      }
      try self.save(self.entry(.deleteRelease, name.description, by: author)) {
        $0.releases = [name.description: JSONValue?.none]
      }
      ledger.catalogue.removeRelease(name)
      self.observer.didChange(ledger.catalogue, screens: ledger.screens)
    }
  }
}
