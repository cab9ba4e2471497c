import JSONText

/// How far a screen is translated into one language.
package struct TranslationStatus: Sendable {
  /// The state of one text.
  package enum State: String, Sendable, CaseIterable {
    case translated
    /// Translated, but a translator is to look at it again.
    case needsReview = "needs-review"
    /// There is a translation of an earlier source at its place.
    case stale
    case missing

    /// Whether apps get the source instead of a translation.
    package var isOpen: Bool { self == .stale || self == .missing }
  }

  /// A text of the screen, and what its translation is.
  package struct Text: Sendable {
    package let text: ScreenStrings.Text
    package let state: State
    /// The translation; of the earlier source if it is stale.
    package let translation: String?
    /// The earlier source of a stale translation.
    package let staleSource: String?
  }

  package let language: LanguageTag
  package let texts: [Text]

  /// - Parameter strings: those of the screen.
  package init(
    of screen: PublishedScreen, _ strings: ScreenStrings, into language: LanguageTag, _ languages: Languages
  ) {
    self.language = language
    let translations = screen.definition.translations
    var known: [TextPlace: [TranslationUnit]] = [:]
    for tag in languages.chain(of: language) where translations.has(tag) {
      for unit in translations[tag] { known[unit.place, default: []].append(unit) }
    }
    var sources: [TextPlace: Set<ExactString>] = [:]
    for text in strings.texts { sources[text.place, default: []].insert(ExactString(text.source)) }
    texts = strings.texts.map { text in
      let units = known[text.place] ?? []
      if let unit = units.first(where: { $0.source.hasSameScalars(as: text.source) }) {
        return Text(
          text: text, state: unit.needsReview ? .needsReview : .translated, translation: unit.text,
          staleSource: nil)
      }
      // A unit of another text at this place, as of a variant, is not stale.
      let old = units.first { !(sources[text.place]?.contains(ExactString($0.source)) ?? false) }
      return Text(
        text: text, state: old == nil ? .missing : .stale, translation: old?.text, staleSource: old?.source)
    }
  }

  /// Calls a function with each screen, by route, and its status for each language but the default one. Parses every
  /// screen, and leaves out a damaged one.
  /// - Parameter further: a further language, such as one that stands in for others.
  package static func forEach(
    of screens: [LazyPublishedScreen], in catalogue: Catalogue, and further: LanguageTag? = nil,
    _ body: (PublishedScreen, [TranslationStatus]) -> Void
  ) {
    guard let languages = catalogue.languages else { return }
    let targets = languages.targets + [further].compactMap(\.self).filter { !languages.targets.contains($0) }
    for lazy in screens.sorted(by: { $0.route < $1.route }) {
      guard let screen = try? lazy.screen() else { continue }
      let strings = ScreenStrings(of: screen, in: catalogue)
      body(screen, targets.map { TranslationStatus(of: screen, strings, into: $0, languages) })
    }
  }

  /// The findings about the texts for which apps get the source.
  package var findings: [Diagnostic] {
    texts.filter(\.state.isOpen).map {
      TranslationFinding(
        language: language, place: $0.text.place, isStale: $0.state == .stale, pointer: $0.text.pointer
      ).diagnostic
    }
  }

  /// The number of texts in a state.
  package func count(_ state: State) -> Int { texts.count { $0.state == state } }
}
