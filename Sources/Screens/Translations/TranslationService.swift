import JSONText

/// The translations of the published screens.
package struct TranslationService: Sendable {
  let publisher: Publisher

  /// The units of a screen in a language, and the version that has them.
  /// - Throws: ``ScreensError/unknownLanguage(_:known:)``, and what ``ScreenService/current(_:)`` throws.
  package func units(
    of route: Route, in language: LanguageTag
  ) throws(ScreensError) -> (units: [TranslationUnit], version: Int) {
    let state = publisher.state
    let screen = try state.current(route)
    _ = try state.requireLanguage(language)
    return (screen.definition.translations[language], screen.version)
  }

  /// Replaces the units of a screen in a language, and publishes the result.
  /// - Parameters:
  ///   - text: `{"units": […]}`. Errors have their lines and columns in it.
  ///   - precondition: whether to continue, given the current version.
  package func set(
    _ route: Route, in language: LanguageTag, _ text: [UInt8], by author: Author, dryRun: Bool = false,
    rollout: RolloutOptions = .none, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    let document = try JSONDocument(body: text)
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      let current = try state.current(route)
      try publisher.screens.require(precondition, route, state)
      _ = try state.requireLanguage(language)
      let screen: PublishedScreen
      do throws(InvalidDocument) {
        screen = try current.translated(
          document, in: language, version: state.nextVersion(of: route), state.catalogue)
      } catch {
        throw .invalid(error.diagnostics)
      }
      return try publisher.screens.commit(
        screen, by: author, via: .translation, dryRun: dryRun, allowsReassignment: true, rollout: rollout,
        document: document, &state)
    }
  }

  /// - Throws: ``ScreensError/unknownLanguage(_:known:)`` for a language that the screens do not have.
  package func require(_ language: LanguageTag) throws(ScreensError) {
    _ = try publisher.state.requireLanguage(language)
  }

  /// Calls a function with each screen and how far it is translated, without keeping all of that.
  /// - Parameters:
  ///   - route: the only screen; nil for all.
  ///   - language: a language beyond those that need translations.
  package func forEachStatus(
    of route: Route?, and language: LanguageTag?, _ body: (PublishedScreen, [TranslationStatus]) -> Void
  ) {
    let state = publisher.state
    let screens = state.screens.filter { route == nil || $0.route == route }
    TranslationStatus.forEach(of: screens, in: state.catalogue, and: language, body)
  }

  /// The languages of the screens; nil if they have one.
  package var languages: Languages? { publisher.state.catalogue.languages }
}

extension Publisher {
  package var translations: TranslationService { TranslationService(publisher: self) }
}

extension PublishedState {
  /// - Throws: ``ScreensError/unknownLanguage(_:known:)``.
  func requireLanguage(_ language: LanguageTag) throws(ScreensError) -> Languages {
    guard let languages = catalogue.languages, languages.translatable.contains(language) else {
      let known = catalogue.languages.map { $0.translatable.map(\.text).sorted() } ?? []
      throw .unknownLanguage(language.text, known: known)
    }
    return languages
  }
}

extension PublishedScreen {
  /// The screen with other translations into a language.
  /// - Parameter document: `{"units": […]}`.
  /// - Throws: ``InvalidDocument`` with the errors, which have their lines and columns.
  func translated(
    _ document: JSONDocument, in language: LanguageTag, version: Int, _ catalogue: Catalogue
  ) throws(InvalidDocument) -> PublishedScreen {
    let units = try TranslationReader.units(document)
    var check = TranslationCheck(definition, combinations, catalogue)
    check.check(units, in: language, at: .root)
    guard check.errors.isEmpty else { throw InvalidDocument(check.errors.located(in: document)) }
    var translations = definition.translations
    translations[language] = units
    var definition = definition.with(translations)
    definition.warnings = check.warnings
    return PublishedScreen(route: route, version: version, definition: definition, combinations: combinations)
  }
}
