/// What a publication leaves behind: texts without a translation, and links to nowhere.
struct PublicationFindings {
  private let translations: [TranslationFinding]
  /// Whether the screen has or had translations. A screen in one language gets no warnings about others.
  private let isTranslated: Bool
  private let links: [LinkFinding]
  private let catalogue: Catalogue

  /// - Parameter state: with the screens as they are after the publication.
  init(of new: PublishedScreen, replacing old: PublishedScreen?, in state: PublishedState) {
    catalogue = state.catalogue
    isTranslated = [new, old].contains { $0?.definition.translations.isEmpty == false }
    translations = TranslationFinding.left(by: new, replacing: old, in: catalogue)
    links = LinkFinding.all(of: new, in: state)
  }

  /// Those of a deletion.
  init(deleting route: Route, in state: PublishedState) {
    catalogue = state.catalogue
    isTranslated = false
    translations = []
    links = LinkFinding.all(to: route, in: state)
  }

  private static func diagnostics(_ found: [Diagnostic]) -> Diagnostics {
    var diagnostics = Diagnostics()
    for finding in found { diagnostics.add(finding) }
    return diagnostics
  }

  /// What prevents the publication: the findings of gates that refuse.
  var refusals: Diagnostics {
    Self.diagnostics(
      (catalogue.languages?.gate == .refuse ? translations.map(\.diagnostic) : [])
        + (catalogue.links.gate == .refuse ? links.map(\.diagnostic) : []))
  }

  var warnings: Diagnostics {
    Self.diagnostics((isTranslated ? translations.map(\.diagnostic) : []) + links.map(\.diagnostic))
  }

  /// - Throws: ``ScreensError/untranslated(_:)``, ``ScreensError/leadsNowhere(_:)``.
  func check() throws(ScreensError) {
    if catalogue.languages?.gate == .refuse, !translations.isEmpty {
      throw .untranslated(Self.diagnostics(translations.map(\.diagnostic)).withoutPositions)
    }
    if catalogue.links.gate == .refuse, !links.isEmpty {
      throw .leadsNowhere(Self.diagnostics(links.map(\.diagnostic)).withoutPositions)
    }
  }
}
