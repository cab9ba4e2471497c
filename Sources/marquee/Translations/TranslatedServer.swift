import AdminModel
import JSONText
import ProgramOutput
import Screens

/// The screens of a server, or of a change set on it, with their translations.
struct TranslatedServer: TranslatedScreens {
  private let client: AdminClient
  /// A change set that is made with the first translation.
  private var newChangeSet: String?
  /// The path before those of the admin API.
  private var prefix = ""
  /// The entity tags of the units that were read.
  private var tags: [Route: String] = [:]
  let sourceLanguage: LanguageTag
  let targets: [LanguageTag]
  var translatable: Set<LanguageTag>? { nil }

  /// - Parameter changeSet: the change set; nil for what is published. If there is none of this name, the published
  ///   screens are read, and it is made with the first translation.
  /// - Throws: an exit code if a request fails, or the screens have one language, after an error message.
  init(_ client: AdminClient, changeSet: String?) throws {
    self.client = client
    if let changeSet {
      if try client.send("GET", "/admin/changesets/\(changeSet)").status == 404 {
        newChangeSet = changeSet
      } else {
        prefix = Self.prefix(of: changeSet)
      }
    }
    let overview = try client.value(prefix + "/admin/translations", as: TranslationOverview.self)
    guard let source = overview.default.flatMap({ LanguageTag($0) }) else {
      throw CommandError("the screens of \(client.address.text) have one language").exit
    }
    sourceLanguage = source
    targets = overview.languages.compactMap { LanguageTag($0.language) }
  }

  private static func prefix(of changeSet: String) -> String { "/c/\(changeSet)" }

  func texts(in language: LanguageTag) throws -> [ExchangedText] {
    let overview = try client.value(
      prefix + "/admin/translations", parameters: [("language", language.text)], as: TranslationOverview.self)
    return (overview.texts ?? []).compactMap { ExchangedText($0) }
  }

  mutating func units(of route: Route, in language: LanguageTag) throws -> [TranslationUnit] {
    let response = try client.sendExpectingSuccess("GET", path(of: route, language))
    tags[route] = response.value(of: "ETag")
    do {
      return try TranslationReader.units(JSONDocument(response.body))
    } catch {
      throw CommandError(
        "\(client.address.text): the translation of \(route) has another form than this version of marquee expects"
      ).exit
    }
  }

  /// Publishes the units, or puts them into the change set. Refused if the screen has changed since its units were read.
  mutating func write(_ units: [TranslationUnit], of route: Route, in language: LanguageTag) throws {
    if let changeSet = newChangeSet {
      let set: JSONValue = ["name": .string(changeSet)]
      _ = try client.sendExpectingSuccess("POST", "/admin/changesets", body: set.serialized())
      (newChangeSet, prefix) = (nil, Self.prefix(of: changeSet))
    }
    let condition = tags[route].map { [(name: "If-Match", value: $0)] } ?? []
    _ = try client.sendExpectingSuccess(
      "PUT", path(of: route, language), fields: condition, body: TranslationUnit.document(units).serialized())
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
