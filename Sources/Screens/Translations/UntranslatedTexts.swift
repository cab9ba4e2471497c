/// How many texts a change leaves without a translation into one language.
package struct UntranslatedTexts: Sendable, Equatable {
  package let language: String
  /// Texts that have no translation.
  package let missing: Int
  /// Texts whose translation is of an earlier source.
  package let stale: Int

  package var count: Int { missing + stale }

  /// `2 texts without a translation into ko, 1 of them stale`
  package var words: String {
    counted(count, "text") + " without a translation into \(language)"
      + (stale > 0 ? ", \(stale) of them stale" : "")
  }

  /// The counts of all languages that occur, by their tags.
  package static func all(_ texts: some Sequence<(language: String, isStale: Bool)>) -> [UntranslatedTexts] {
    Dictionary(grouping: texts, by: \.language)
      .map { language, texts in
        let stale = texts.count(where: \.isStale)
        return UntranslatedTexts(language: language, missing: texts.count - stale, stale: stale)
      }
      .sorted { $0.language < $1.language }
  }
}
