import HTTPWire
import Screens

/// The languages of the screens, and the screens in each of them, which are made at their first request.
///
/// A change of the catalogue makes another one, so nothing in it is ever outdated.
final class ServedLanguages: Sendable {
  /// The limit of memory of all screens in all languages but the default one, in bytes. The oldest ones are made again.
  static let maximumBytes = 160 << 20
  /// The limit of memory of their renditions for apps that cannot show all items, in bytes.
  static let maximumTailoredBytes = 32 << 20

  let languages: Languages
  private let catalogue: Catalogue
  /// The places of the languages in their list, by which they are compared quickly.
  private let numbers: [LanguageTag: Int]
  let defaultNumber: Int
  private let choices = FieldMeanings<Int>(maximumCount: 4096, maximumBytes: 256)
  let bodies = SharedBodies()
  private let tailored = TailoredRenditionCache(maximumBytes: maximumTailoredBytes, maximumKept: 4096)
  private let screens = BoundedCache<UInt64, PreparedScreen>(maximumBytes: maximumBytes)

  /// The languages of a catalogue; nil if the screens have one.
  static func of(_ catalogue: Catalogue) -> ServedLanguages? {
    // An initializer that returns nil would make the caches first, and the start of every server would wait for that.
    catalogue.languages.map { ServedLanguages($0, catalogue) }
  }

  private init(_ languages: Languages, _ catalogue: Catalogue) {
    self.languages = languages
    self.catalogue = catalogue
    numbers = Dictionary(languages.languages.enumerated().map { ($1, $0) }) { first, _ in first }
    defaultNumber = numbers[languages.default] ?? 0
  }

  /// The number of a request's language: that of `locale`, or else of `Accept-Language`, or else the default one.
  func language(of request: borrowing HTTPRequest) -> Int {
    if let locale = Self.locale(of: request) { return number(LanguageRanges(range: locale)) }
    guard let field = request.field(.acceptLanguage) else { return defaultNumber }
    if request.isRepeated(.acceptLanguage), let list = request.list(.acceptLanguage) {
      return number(LanguageRanges(list.utf8))
    }
    return choices.meaning(of: field) { number(LanguageRanges($0)) }
  }

  private func number(_ ranges: LanguageRanges?) -> Int { numbers[languages.lookup(ranges)] ?? defaultNumber }

  /// The parameter that names a language.
  static let parameter = "locale"

  private static func locale(of request: borrowing HTTPRequest) -> String? {
    guard let query = request.query, !query.isEmpty, !ScreenAPI.isUserAlone(query) else { return nil }
    // Platforms write en_US, too.
    return QueryParameters.parse(query).first { $0.name == parameter }?.value.replacing("_", with: "-")
  }

  /// One number for a screen in a language: each request of a translated screen hashes it.
  private func key(_ screen: PreparedScreen, _ language: Int) -> UInt64 {
    screen.identity &* UInt64(languages.languages.count) &+ UInt64(language)
  }

  /// The screen with the texts of a language, if it was made before.
  func screen(_ screen: PreparedScreen, ifMadeIn language: Int) -> PreparedScreen? {
    screens.value(key(screen, language))
  }

  /// The screen with the texts of a language. Making it takes time.
  func screen(_ screen: PreparedScreen, in language: Int) -> PreparedScreen {
    if let made = self.screen(screen, ifMadeIn: language) { return made }
    let made = screen.in(
      languages.languages[language], languages, catalogue, sharing: bodies, tailored: tailored)
    // Each request prepares the draft again, so a later one could not find it.
    guard screen.purpose != .draft else { return made }
    return screens.keep(made, bytes: made.estimatedBytes, for: key(screen, language))
  }
}

extension PreparedScreen {
  /// The screen in the language of a request; nil if it has to be made first.
  func ifMade(for request: borrowing HTTPRequest) -> PreparedScreen? {
    guard let languages else { return self }
    let language = languages.language(of: request)
    return language == languages.defaultNumber ? self : languages.screen(self, ifMadeIn: language)
  }

  /// The screen in the language of a request. Makes it if necessary, which takes time.
  func made(for request: borrowing HTTPRequest) -> PreparedScreen {
    guard let languages else { return self }
    let language = languages.language(of: request)
    return language == languages.defaultNumber ? self : languages.screen(self, in: language)
  }
}
