import AdminModel
import HTTPWire
import JSONText
import Screens

/// The translations of screens: `/admin/screens/{route}/translations/{language}` and `/admin/translations`.
enum TranslationEndpoints {
  static let all: [Endpoint] = [list, get, set]

  static let list = Endpoint(
    .get, "/admin/translations", "listTranslations", .translations,
    "How far the screens are translated, and the texts of one language", access: .token(.read),
    reading: .textsLanguage, .textsState, .textsRoute,
    responses: [.json("The counts of each language", TranslationOverview.self)],
    problems: .existingScreen + [.unknownLanguage, .badParameter], validation: .entityTag
  ) { (api, language, state, route) throws(ScreensError) in
    if let language { try api.publisher.translations.require(language) }
    if let route { _ = try api.publisher.screens.current(route) }
    return .json(
      TranslationOverview(of: api.publisher.translations, screen: route, texts: language, in: state))
  }

  static let get = Endpoint(
    .get, "/admin/screens/{route}/translations/{language}", "getTranslation", .translations,
    "The translation of a screen into a language", access: .token(.read), reading: .route,
    .translationLanguage, .flag("authors", "Says who changed each unit last."),
    responses: [.json("The translation", ScreenTranslation.self, headers: [.versionTag])],
    problems: .existingScreen + [.unknownLanguage]
  ) { (api, route, language, hasAuthors) throws(ScreensError) in
    let (units, version) = try api.publisher.translations.units(of: route, in: language)
    let authors = hasAuthors ? try api.publisher.translations.authors(of: route, in: language) : nil
    var response = HTTPResponse.json(
      ScreenTranslation(
        units: units.map { TranslationUnits.Unit($0) },
        authors: authors?.map { ScreenTranslation.Author($0) }))
    response.add("ETag", "\"\(version)\"")
    return response
  }

  static let set = Endpoint(
    .put, "/admin/screens/{route}/translations/{language}", "setTranslation", .translations,
    "Publishes another translation of a screen into a language", access: .publishing, effect: .stores,
    reading: .routeToChange, .translationLanguage, .dryRun, .rollout, .author, .precondition,
    .body(Schema(TranslationUnits.apiType), "The translation. It replaces the present one of this language."),
    responses: .published, problems: .publishing + .existingScreen + [.unknownLanguage]
  ) { (api, route, language, dryRun, rollout, author, precondition, body) throws(ScreensError) in
    let outcome = try api.publisher.translations.set(
      route, in: language, body, by: author, dryRun: dryRun, rollout: rollout,
      precondition: precondition.allows)
    return api.published(outcome, rollout, dryRun: dryRun)
  }
}

extension Parameter where Value == LanguageTag {
  fileprivate static var translationLanguage: Self {
    path("language", "A language tag (BCP 47), such as pt-BR.", .languageTag) { LanguageTag($0) }
  }
}

extension Parameter where Value == LanguageTag? {
  fileprivate static var textsLanguage: Self {
    query("language", "The language whose texts are listed; none by default.", .languageTag) {
      (text) throws(Problem) in
      guard let text else { return nil }
      guard let tag = LanguageTag(text) else {
        throw .badParameter("language", "\(quoted(text)) is not \(LanguageTag.rule)")
      }
      return tag
    }
  }
}

extension Parameter where Value == Route? {
  fileprivate static var textsRoute: Self {
    query(
      "route", "The only screen that is counted and listed; all by default.",
      .string(pattern: "^[A-Za-z0-9][A-Za-z0-9._/-]*$", maximumLength: Route.maximumBytes)
    ) {
      (text) throws(Problem) in
      guard let text else { return nil }
      do throws(Route.NameError) {
        return try Route(text)
      } catch {
        throw .badParameter("route", error.message)
      }
    }
  }
}

extension Parameter where Value == TranslationStatus.State? {
  fileprivate static var textsState: Self {
    let states = TranslationStatus.State.allCases.map(\.rawValue)
    return query("state", "The state of the texts that are listed; all by default.", .choice(states)) {
      (text) throws(Problem) in
      guard let text else { return nil }
      guard let state = TranslationStatus.State(rawValue: text) else {
        throw .badParameter("state", "\"state\" is one of \(states.joined(separator: ", "))")
      }
      return state
    }
  }
}

extension Schema {
  /// Without private-use and extension subtags, whose singletons a pattern cannot place.
  fileprivate static let languageTag = Schema.string(
    pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{2,8})*$", maximumLength: LanguageTag.maximumBytes)
}

extension TranslationUnits.Unit {
  fileprivate init(_ unit: TranslationUnit) {
    self.init(
      item: unit.place.item, section: unit.place.section, at: unit.place.at.description, source: unit.source,
      text: unit.text, state: unit.needsReview ? TranslationUnit.needsReview : nil)
  }
}

extension ScreenTranslation.Author {
  fileprivate init(_ author: TranslationAuthor) {
    let (place, record) = (author.unit.place, author.version.record)
    self.init(
      item: place.item, section: place.section, at: place.at.description, source: author.unit.source,
      by: record.by, version: author.version.number, publishedAt: Timestamp.text(record.publishedAt))
  }
}

extension TranslationOverview {
  /// - Parameters:
  ///   - route: the only screen that counts; nil for all.
  ///   - language: the language whose texts are listed; nil for none.
  ///   - state: the state of these texts; nil for all.
  fileprivate init(
    of translations: TranslationService, screen route: Route?, texts language: LanguageTag?,
    in state: Screens.TranslationStatus.State?
  ) {
    var counts: [LanguageTag: [Screens.TranslationStatus.State: Int]] = [:]
    var texts: [Text] = []
    translations.forEachStatus(of: route, and: language) { screen, all in
      for status in all {
        for text in status.texts {
          counts[status.language, default: [:]][text.state, default: 0] += 1
          guard status.language == language, state == nil || state == text.state else { continue }
          texts.append(Text(text, of: screen.route))
        }
      }
    }
    let languages = (translations.languages?.targets ?? []).map { language in
      func count(_ state: Screens.TranslationStatus.State) -> Int { counts[language]?[state] ?? 0 }
      return Language(
        language: language.text, translated: count(.translated), needsReview: count(.needsReview),
        stale: count(.stale), missing: count(.missing))
    }
    self.init(
      default: translations.languages?.default.text, languages: languages,
      texts: language == nil ? nil : texts)
  }
}

extension TranslationOverview.Text {
  fileprivate init(_ text: Screens.TranslationStatus.Text, of route: Route) {
    let place = text.text.place
    self.init(
      route: route.name, item: place.item, section: place.section, at: place.at.description,
      source: text.text.source, text: text.translation, state: text.state.rawValue,
      staleSource: text.staleSource, maxLength: text.text.maximumLength)
  }
}
