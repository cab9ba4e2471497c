package import JSONText
internal import SchemaCompatibility

/// Changing view types.
package struct ViewTypeService: Sendable {
  let publisher: Publisher

  /// Adds or changes a view type, and reports whether screens and apps stay compatible.
  /// - Parameters:
  ///   - force: whether to change the view type even if another view type or a current screen becomes invalid, or a
  ///     supported release cannot decode the new content. Published screens stay as they are.
  ///   - isGuarded: whether to refuse a change that is not compatible. A compatible one changes no screen, so there is
  ///     nothing that units could get step by step.
  /// - Throws: ``ScreensError/breaksViewTypes(_:screens:)``, ``ScreensError/breaksScreens(_:)`` or
  ///   ``ScreensError/breaksReleases(_:)`` unless `force` is true; ``ScreensError/notGuardable(_:)``.
  package func set(
    _ name: String, schema text: [UInt8], by author: Author, dryRun: Bool = false, force: Bool = false,
    isGuarded: Bool = false, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> ViewTypeOutcome {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try state.require(precondition, .viewType, name)
      let document = try JSONDocument(body: text)
      var schemas = state.viewTypes
      let old = schemas.updateValue(document.value, forKey: name)
      var catalogue = state.catalogue
      let invalid = catalogue.setViewTypes(schemas)
      if let own = invalid[name] { throw .invalidBody(own.diagnostics.located(in: document)) }
      let comparison = ViewTypeComparison(name, new: document, in: catalogue)
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
        compatibility: old.map { comparison.reports(comparedWith: $0, in: state.catalogue) } ?? [])
      if isGuarded { try outcome.compatibility.requireGuardable(of: name) }
      if dryRun || old == document.value { return outcome }
      try publisher.save(.set(.viewType), name, by: author) {
        $0.documents[.viewType] = [name: document.value]
      }
      state.setCatalogue(catalogue, viewTypes: schemas)
      let change = PublishedChange(changing: state.catalogue, screens: state.screens)
      publisher.makeVisible(state) { $0.didChange(change) }
      return outcome
    }
  }
}

extension [CompatibilityReport] {
  /// Requires that a changed view type is compatible: with a guard, screens of the old and the new version are served, and
  /// the old one can come back.
  /// - Throws: ``ScreensError/notGuardable(_:)``.
  func requireGuardable(of name: String) throws(ScreensError) {
    guard let report = first(where: { !$0.isCompatible }) else { return }
    let reason = report.reasons.first?.text(report.direction) ?? report.summary
    throw .notGuardable("the view type \(quoted(name)) is not known to be compatible: \(reason)")
  }
}

extension Publisher {
  /// The current view types, formats, releases, preview templates and assets.
  package var catalogue: Catalogue { state.catalogue }

  /// The view types.
  package var viewTypes: ViewTypeService { ViewTypeService(publisher: self) }
}
