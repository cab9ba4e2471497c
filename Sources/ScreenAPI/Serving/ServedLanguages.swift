import HTTPWire
import Screens

/// The languages of the screens, and the screens in each of them, which are made at their first request.
///
/// A change of the catalogue makes another one, so nothing in it is ever outdated.
final class ServedLanguages: Sendable {
  /// The limit of memory of all screens in all languages but the default one, in bytes. The oldest ones are made again.
  static let maximumBytes = 256 << 20
  /// The number of different values of `Accept-Language` whose choice is remembered.
  static let maximumChoices = 4096
  /// A longer value is looked up each time.
  static let maximumRememberedBytes = 256

  private struct Key: Hashable {
    let screen: UInt64
    let language: LanguageTag
  }

  let languages: Languages
  private let catalogue: Catalogue
  private let choices = BoundedCache<[UInt8], LanguageTag>(
    maximumBytes: maximumChoices * maximumRememberedBytes, maximumCount: maximumChoices)
  private let screens = BoundedCache<Key, PreparedScreen>(maximumBytes: maximumBytes)

  /// Nil if the screens have one language.
  init?(_ catalogue: Catalogue) {
    guard let languages = catalogue.languages else { return nil }
    self.languages = languages
    self.catalogue = catalogue
  }

  /// The language of a request: that of `locale`, or else of `Accept-Language`, or else the default one.
  func language(of request: borrowing HTTPRequest) -> LanguageTag {
    if let locale = Self.locale(of: request) { return languages.lookup(LanguageRanges(range: locale)) }
    guard let field = request.list(.acceptLanguage) else { return languages.default }
    let bytes = Array(field.utf8)
    if let known = choices.value(bytes) { return known }
    let choice = languages.lookup(LanguageRanges(bytes))
    if bytes.count <= Self.maximumRememberedBytes { choices.keep(choice, bytes: bytes.count, for: bytes) }
    return choice
  }

  /// The parameter that names a language.
  static let parameter = "locale"

  private static func locale(of request: borrowing HTTPRequest) -> String? {
    guard let query = request.query, !query.isEmpty, !ScreenAPI.isUserAlone(query) else { return nil }
    // Platforms write en_US, too.
    return QueryParameters.parse(query).first { $0.name == parameter }?.value.replacing("_", with: "-")
  }

  /// The screen with the texts of a language, if it was made before.
  func screen(_ screen: PreparedScreen, ifMadeIn language: LanguageTag) -> PreparedScreen? {
    screens.value(Key(screen: screen.identity, language: language))
  }

  /// The screen with the texts of a language. Making it takes time.
  func screen(_ screen: PreparedScreen, in language: LanguageTag) -> PreparedScreen {
    if let made = self.screen(screen, ifMadeIn: language) { return made }
    let made = screen.in(language, languages, catalogue)
    // Each request prepares the draft again, so a later one could not find it.
    guard screen.purpose != .draft else { return made }
    return screens.keep(
      made, bytes: made.estimatedBytes, for: Key(screen: screen.identity, language: language))
  }
}

extension PreparedScreen {
  /// The screen in the language of a request; nil if it has to be made first.
  func ifMade(for request: borrowing HTTPRequest) -> PreparedScreen? {
    guard let languages else { return self }
    let language = languages.language(of: request)
    return language == languages.languages.default ? self : languages.screen(self, ifMadeIn: language)
  }

  /// The screen in the language of a request. Makes it if necessary, which takes time.
  func made(for request: borrowing HTTPRequest) -> PreparedScreen {
    guard let languages else { return self }
    let language = languages.language(of: request)
    return language == languages.languages.default ? self : languages.screen(self, in: language)
  }
}
