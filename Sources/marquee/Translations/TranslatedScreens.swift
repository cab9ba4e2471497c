import JSONText
import Screens

/// Screens with their translations: those of a folder, or of a server.
protocol TranslatedScreens {
  /// The language of the definitions.
  var sourceLanguage: LanguageTag { get }
  /// The languages that need translations.
  var targets: [LanguageTag] { get }
  /// The languages that can have translations: the targets, and those that stand in for them. Nil if requests say it.
  var translatable: Set<LanguageTag>? { get }

  /// All texts, sorted by route, with their translations into a language.
  func texts(in language: LanguageTag) throws -> [ExchangedText]
  /// The units of a screen in a language, used or not.
  mutating func units(of route: Route, in language: LanguageTag) throws -> [TranslationUnit]
  /// Replaces the units of a screen in a language, which have been read.
  mutating func write(_ units: [TranslationUnit], of route: Route, in language: LanguageTag) throws
  /// The texts for which apps get the source.
  func findings(in language: LanguageTag) throws -> [TranslatedFinding]
}

extension TranslatedScreens {
  /// The languages that need translations, or the one of a name.
  /// - Throws: an exit code for a name that is not a language of the screens, after an error message.
  func languages(named name: String?) throws -> [LanguageTag] {
    guard let name else { return targets }
    guard let tag = LanguageTag(name), translatable?.contains(tag) ?? true else {
      let known = NearestName.listing(targets.map(\.text)).map { "; \($0)" } ?? ""
      throw CommandError("\(printable(name)) is not a language of the screens\(known)").exit
    }
    return [tag]
  }
}
