/// How far the screens are translated.
package struct TranslationOverview: APIObject {
  /// The language of the definitions; nil if the screens have one language.
  package let `default`: String?
  package let languages: [Language]
  /// The texts of one language, if the request names it.
  package let texts: [Text]?

  package init(default: String?, languages: [Language], texts: [Text]?) {
    self.default = `default`
    self.languages = languages
    self.texts = texts
  }

  package static let members = MemberList(
    Self.init, Member(optional: "default", \Self.default, "The language of the definitions."),
    Member("languages", \Self.languages, "Every other language."),
    Member(optional: "texts", \Self.texts, "The texts of the language that the request names."))

  /// The counts of one language over all screens.
  package struct Language: APIObject {
    package let language: String
    package let translated: Int
    package let needsReview: Int
    package let stale: Int
    package let missing: Int

    package init(language: String, translated: Int, needsReview: Int, stale: Int, missing: Int) {
      self.language = language
      self.translated = translated
      self.needsReview = needsReview
      self.stale = stale
      self.missing = missing
    }

    package static let members = MemberList(
      named: "TranslationCounts", Self.init, Member("language", \Self.language),
      Member("translated", \Self.translated, "Translated, those that need review left out."),
      Member("needsReview", \Self.needsReview, "Translated, but a translator is to look at it again."),
      Member("stale", \Self.stale, "Translated from an earlier source, so apps get the source."),
      Member("missing", \Self.missing, "Not translated."))
  }

  /// A text of a screen, and its translation.
  package struct Text: APIObject {
    package let route: String
    package let item: String?
    package let section: String?
    package let at: String
    package let source: String
    package let text: String?
    package let state: String
    package let staleSource: String?
    package let maxLength: Int?

    package init(
      route: String, item: String?, section: String?, at: String, source: String, text: String?,
      state: String,
      staleSource: String?, maxLength: Int?
    ) {
      self.route = route
      self.item = item
      self.section = section
      self.at = at
      self.source = source
      self.text = text
      self.state = state
      self.staleSource = staleSource
      self.maxLength = maxLength
    }

    package static let members = MemberList(
      named: "TranslatedText", Self.init, Member("route", \Self.route), Member(optional: "item", \Self.item),
      Member(optional: "section", \Self.section), Member("at", \Self.at), Member("source", \Self.source),
      Member(optional: "text", \Self.text, "The translation; of the earlier source if it is stale."),
      Member("state", \Self.state, "translated, needs-review, stale or missing."),
      Member(optional: "staleSource", \Self.staleSource, "The earlier source of a stale translation."),
      Member(optional: "maxLength", \Self.maxLength, "The largest number of characters."))
  }
}
