import JSONSchema
package import JSONText

/// Puts translations in place of the texts of a screen.
package struct TextTranslator: Sendable {
  /// What a text becomes, by its place and its source; nil to keep it.
  private let translate: @Sendable (TextPlace, String) -> String?
  private let catalogue: Catalogue
  private let format: WireFormat?
  /// The items that have translations; nil if any may.
  private let items: Set<ExactString>?

  /// The texts of a language. Each falls back on its own.
  /// - Returns: nil if the screen has no unit for the language or its fallbacks.
  package init?(
    of definition: Definition, into language: LanguageTag, _ languages: Languages, in catalogue: Catalogue
  ) {
    var texts: [TextPlace: [ExactString: String]] = [:]
    var items: Set<ExactString> = []
    for tag in languages.chain(of: language) where definition.translations.has(tag) {
      for unit in definition.translations[tag] {
        let source = ExactString(unit.source)
        guard texts[unit.place]?[source] == nil else { continue }
        texts[unit.place, default: [:]][source] = unit.text
        if case .item(let id) = unit.place.owner { items.insert(id) }
      }
    }
    guard !texts.isEmpty else { return nil }
    let known = texts
    self.init(definition, items: items, catalogue) { known[$0]?[ExactString($1)] }
  }

  /// - Parameter translate: what a text becomes, by its place and its source.
  package init(
    _ definition: Definition, items: Set<ExactString>? = nil, _ catalogue: Catalogue,
    translate: @escaping @Sendable (TextPlace, String) -> String?
  ) {
    self.items = items
    self.translate = translate
    self.catalogue = catalogue
    format = catalogue.format(definition.format)
  }

  /// The combinations with their texts translated.
  func translated(_ combinations: [Combination]) -> [Combination] {
    combinations.map { Combination(choices: $0.choices, layout: translated($0.layout)) }
  }

  package func translated(_ layout: Layout) -> Layout {
    Layout(
      screenName: translate(.screenName, layout.screenName) ?? layout.screenName,
      values: translated(layout.values, .screen, format?.values.screen),
      sections: layout.sections.map(translated))
  }

  private func translated(_ section: Section) -> Section {
    guard let id = section.id else {
      var section = section
      section.items = section.items.map(translated)
      return section
    }
    let owner = TextPlace.Owner.section(ExactString(id))
    func text(_ name: String, _ text: String?) -> String? {
      text.map { translate(TextPlace(owner, JSONPointer(tokens: [name])), $0) ?? $0 }
    }
    return Section(
      id: id, header: text("header", section.header), footer: text("footer", section.footer),
      values: translated(section.values, owner, format?.values.section), requires: section.requires,
      items: section.items.map(translated), origin: section.origin)
  }

  private func translated(_ values: JSONObject?, _ owner: TextPlace.Owner, _ schema: ContentSchema?)
    -> JSONObject?
  {
    guard let values, let meanings = schema?.meanings else { return values }
    return translated(.object(values), meanings, owner, below: ["values"]).objectValue ?? values
  }

  private func translated(_ item: Item) -> Item {
    item.changed(
      content: { candidate in
        let id = ExactString(candidate.id)
        guard items?.contains(id) ?? true, let meanings = catalogue.viewType(candidate.viewType)?.meanings
        else {
          return nil
        }
        return translated(candidate.content, meanings, .item(id), below: [], places: candidate.ownContent)
      }, inner: translated)
  }

  /// - Parameter places: the value in which to look for texts, if it is not the value itself.
  private func translated(
    _ value: JSONValue, _ meanings: MeaningPlaces, _ owner: TextPlace.Owner, below tokens: [String],
    places: JSONValue? = nil
  ) -> JSONValue {
    var changes: [(at: JSONPointer, value: JSONValue)] = []
    for place in meanings.places(in: places ?? value) where place.meaning == .text {
      let at = TextPlace(owner, JSONPointer(tokens: tokens + place.pointer.tokens))
      if let text = translate(at, place.string) { changes.append((place.pointer, .string(text))) }
    }
    return PointerTree(changes)?.replacing(in: value) { text, _ in text } ?? value
  }
}

extension PublishedScreen {
  /// The screen as a preview shows it: in a ``PseudoLanguage``, or in the language that requests for a range get.
  /// - Parameter locale: nil for the default language.
  package func shown(in locale: String?, _ catalogue: Catalogue) -> PublishedScreen {
    if let pseudo = locale.flatMap({ PseudoLanguage($0) }) { return pseudo.translated(self, in: catalogue) }
    guard let languages = catalogue.languages, !definition.translations.isEmpty else { return self }
    let language = languages.lookup(locale.flatMap { LanguageRanges(range: $0) })
    return translated(into: language, languages, in: catalogue)
  }

  /// The screen in a language. Texts without a translation stay as they are.
  package func translated(
    into language: LanguageTag, _ languages: Languages, in catalogue: Catalogue
  ) -> PublishedScreen {
    let translator = TextTranslator(of: definition, into: language, languages, in: catalogue)
    return with(translator?.translated(combinations) ?? combinations, in: language)
  }

  /// The screen in a language, with other combinations.
  package func with(_ combinations: [Combination], in language: LanguageTag) -> PublishedScreen {
    PublishedScreen(
      route: route, version: version, definition: definition, combinations: combinations, forced: forced,
      language: language)
  }
}
