package import JSONText

/// A text that a publication leaves without a translation into a language.
package struct TranslationFinding: Sendable {
  package let language: LanguageTag
  package let place: TextPlace
  package let isStale: Bool
  package let pointer: JSONPointer

  package var code: Diagnostic.Code { isStale ? .staleTranslation : .missingTranslation }

  package var words: String { Self.words(place, in: language, isStale: isStale) }

  package static func words(_ place: TextPlace, in language: LanguageTag, isStale: Bool) -> String {
    isStale
      ? "the translation of \(place.phrase) into \(language) is of an earlier source"
      : "\(place.phrase) has no translation into \(language)"
  }

  var diagnostic: Diagnostic { Diagnostic(code, at: pointer, words, language: language, place: place) }

  /// What a version leaves stale or missing that its predecessor did not; nothing for a screen that never had a
  /// translation, unless the gate of languages refuses.
  package static func left(
    by new: PublishedScreen, replacing old: PublishedScreen?, in catalogue: Catalogue
  ) -> [TranslationFinding] {
    let isTranslated = [new, old].contains { $0?.definition.translations.isEmpty == false }
    guard isTranslated || catalogue.languages?.gate == .refuse else { return [] }
    return all(of: new, replacing: old, in: catalogue)
  }

  private static func all(
    of new: PublishedScreen, replacing old: PublishedScreen?, in catalogue: Catalogue
  ) -> [TranslationFinding] {
    guard let languages = catalogue.languages, !languages.targets.isEmpty else { return [] }
    let strings = ScreenStrings(of: new, in: catalogue)
    let before = old.map { ScreenStrings(of: $0, in: catalogue) }
    return languages.targets.flatMap { language -> [TranslationFinding] in
      let open = TranslationStatus(of: new, strings, into: language, languages).texts.filter {
        $0.state.isOpen
      }
      guard !open.isEmpty else { return [] }
      var known: Set<Key> = []
      if let old, let before {
        for text in TranslationStatus(of: old, before, into: language, languages).texts
        where text.state.isOpen {
          known.insert(Key(place: text.text.place, source: ExactString(text.text.source)))
        }
      }
      return open.compactMap { text in
        known.contains(Key(place: text.text.place, source: ExactString(text.text.source)))
          ? nil
          : TranslationFinding(
            language: language, place: text.text.place, isStale: text.state == .stale,
            pointer: text.text.pointer)
      }
    }
  }

  private struct Key: Hashable {
    let place: TextPlace
    let source: ExactString
  }
}
