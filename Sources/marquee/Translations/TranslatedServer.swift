import AdminModel
import JSONText
import ProgramOutput
import Screens

/// The screens of a server, or of a change set on it, with their translations.
struct TranslatedServer: TranslatedScreens {
  private let client: AdminClient
  /// The path before those of the admin API.
  private let prefix: String
  let sourceLanguage: LanguageTag
  let targets: [LanguageTag]
  /// The server refuses a language that it does not have.
  var translatable: Set<LanguageTag> { Set(targets) }

  /// - Parameter changeSet: the change set; nil for what is published. It is made if there is none of this name.
  /// - Throws: an exit code if a request fails, or the screens have one language, after an error message.
  init(_ client: AdminClient, changeSet: String?) throws {
    self.client = client
    prefix = changeSet.map { "/c/\($0)" } ?? ""
    if let changeSet, try client.send("GET", "/admin/changesets/\(changeSet)").status == 404 {
      let set: JSONValue = ["name": .string(changeSet)]
      _ = try client.sendExpectingSuccess("POST", "/admin/changesets", body: set.serialized())
    }
    let overview = try client.value(prefix + "/admin/translations", as: TranslationOverview.self)
    guard let source = overview.default.flatMap({ LanguageTag($0) }) else {
      throw CommandError("the screens of \(client.address.text) have one language").exit
    }
    sourceLanguage = source
    targets = overview.languages.compactMap { LanguageTag($0.language) }
  }

  func texts(in language: LanguageTag) throws -> [ExchangedText] {
    let overview = try client.value(
      prefix + "/admin/translations", parameters: [("language", language.text)], as: TranslationOverview.self)
    return (overview.texts ?? []).compactMap { ExchangedText($0) }
  }

  func units(of route: Route, in language: LanguageTag) throws -> [TranslationUnit] {
    let response = try client.sendExpectingSuccess("GET", path(of: route, language))
    do {
      return try TranslationReader.units(JSONDocument(response.body))
    } catch {
      throw CommandError(
        "\(client.address.text): the translation of \(route) has another form than this version of marquee expects"
      ).exit
    }
  }

  /// Publishes the units, or puts them into the change set. What was published since the texts were read is kept: a unit
  /// holds for its source alone.
  func write(_ units: [TranslationUnit], of route: Route, in language: LanguageTag) throws {
    _ = try client.sendExpectingSuccess(
      "PUT", path(of: route, language), body: TranslationUnit.document(units).serialized())
  }

  func findings(in language: LanguageTag) throws -> [TranslatedFinding] {
    try texts(in: language).compactMap { text in
      text.problem(in: language).map {
        TranslatedFinding(file: nil, position: nil, text: "\(text.route): \($0)")
      }
    }
  }

  private func path(of route: Route, _ language: LanguageTag) -> String {
    "\(prefix)\(route.adminPath)/translations/\(language)"
  }
}
