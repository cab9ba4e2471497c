package import JSONText

/// Changing view types and releases.
extension Publisher {
  /// Adds or changes a view type, and reports whether screens and apps stay compatible.
  /// - Parameter force: whether to change the view type even if another view type or a current screen becomes
  ///   invalid, or a supported release cannot decode the new content. Published screens stay as they are.
  /// - Throws: ``ScreensError/breaksViewTypes(_:screens:)``, ``ScreensError/breaksScreens(_:)`` or
  ///   ``ScreensError/breaksReleases(_:)`` unless `force` is true.
  package func setViewType(
    _ name: String, schema text: [UInt8], by author: Author, dryRun: Bool = false, force: Bool = false,
    precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> ViewTypeOutcome {
    try writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try state.require(precondition, .viewType, name)
      let document = try JSONDocument(body: text)
      var schemas = state.viewTypes
      let old = schemas.updateValue(document.value, forKey: name)
      var catalogue = state.catalogue
      let invalid = catalogue.setViewTypes(schemas)
      if let own = invalid[name] { throw .invalidBody(own.diagnostics.located(in: document)) }
      let comparison = ViewTypeComparison(name, new: document, among: schemas)
      if !force {
        let types = state.brokenViewTypes(invalid, except: [name])
        let broken = state.brokenScreens(with: catalogue)
        guard types.isEmpty else { throw .breaksViewTypes(types, screens: broken) }
        guard broken.isEmpty else { throw .breaksScreens(broken) }
        let releases = comparison.broken(among: catalogue.releases.values)
        guard releases.isEmpty else { throw .breaksReleases(releases) }
      }
      let outcome = ViewTypeOutcome(
        isNew: old == nil,
        compatibility: old.map { comparison.reports(comparedWith: $0, among: state.viewTypes) } ?? [])
      if dryRun || old == document.value { return outcome }
      try self.save(self.entry(.setViewType, name, by: author), by: author) {
        $0.documents[.viewType] = [name: document.value]
      }
      state.setCatalogue(catalogue, viewTypes: schemas)
      self.showCatalogue(of: state)
      return outcome
    }
  }

  /// Registers a release or replaces its manifest.
  /// - Returns: whether the release is new.
  package func setRelease(
    _ name: ReleaseName, manifest text: [UInt8], by author: Author,
    precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> Bool {
    try writing { (state) throws(ScreensError) in
      try state.require(precondition, .release, name.description)
      let document = try JSONDocument(body: text)
      let release: Release
      do throws(InvalidDocument) {
        release = try ReleaseReader.read(document, name: name)
      } catch {
        throw .invalidBody(error.diagnostics)
      }
      let old = state.catalogue.releases[name]
      guard old?.json != release.json else { return false }
      guard old != nil || state.catalogue.releases.count < Catalogue.maximumReleases else {
        let diagnostic = Diagnostic(
          .tooMany, at: .root, "there are at most \(Catalogue.maximumReleases) releases",
          hint: "delete releases that are no longer in use")
        throw .invalidBody(Diagnostics(diagnostic))
      }
      try self.save(self.entry(.setRelease, name.description, by: author), by: author) {
        $0.documents[.release] = [name.description: release.json]
      }
      state.catalogue.setRelease(release)
      self.showCatalogue(of: state)
      return old == nil
    }
  }

  /// Deletes a release.
  /// - Throws: ``ScreensError/unknownRelease(_:nearest:)``.
  package func deleteRelease(
    _ name: ReleaseName, by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try writing { (state) throws(ScreensError) in
      guard state.catalogue.releases[name] != nil else {
        throw .unknownRelease(name, nearest: state.catalogue.nearestRelease(to: name))
      }
      try state.require(precondition, .release, name.description)
      try self.save(self.entry(.deleteRelease, name.description, by: author), by: author) {
        $0.documents[.release] = [name.description: JSONValue?.none]
      }
      state.catalogue.removeRelease(name)
      self.showCatalogue(of: state)
    }
  }

  private func showCatalogue(of state: PublishedState) {
    let change = PublishedChange(changing: state.catalogue, screens: state.screens)
    makeVisible(state) { $0.didChange(change) }
  }
}
