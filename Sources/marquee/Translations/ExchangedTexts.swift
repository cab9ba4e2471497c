import JSONText
import Screens
import TranslationFiles

/// The texts that are exchanged with translators, in one language.
struct ExchangedTexts {
  /// A text, with a name that is unique among all texts.
  struct Entry {
    let id: String
    let text: ExchangedText
  }

  let language: LanguageTag
  let entries: [Entry]
  private let source: LanguageTag
  /// The indices of the entries.
  private let byID: [ExactString: Int]
  private let bySource: [ExactString: [Int]]

  init(_ screens: any TranslatedScreens, in language: LanguageTag) throws {
    self.language = language
    source = screens.sourceLanguage
    var entries: [Entry] = []
    var known: [String: Int] = [:]
    for text in try screens.texts(in: language) {
      let name = Self.name(of: text.place, at: text.route)
      let count = known[name, default: 0] + 1
      known[name] = count
      // The texts of variants stand at the same place.
      entries.append(Entry(id: count == 1 ? name : "\(name)~\(count)", text: text))
    }
    self.entries = entries
    byID = Dictionary(entries.enumerated().map { (ExactString($1.id), $0) }) { first, _ in first }
    bySource = Dictionary(grouping: entries.indices) { ExactString(entries[$0].text.source) }
  }

  /// `home title/text1`: the route, then the item or section, then the place.
  private static func name(of place: TextPlace, at route: Route) -> String {
    "\(route) \(place.item ?? place.section.map { "@\($0)" } ?? "")\(place.at)"
  }

  /// - Parameter onlyOpen: whether to leave out what is translated and needs no review.
  func file(onlyOpen: Bool) -> TranslationFile {
    TranslationFile(
      sourceLanguage: source.text, targetLanguage: language.text,
      units: entries.filter { !onlyOpen || $0.text.state != .translated }.map(\.unit))
  }

  /// The text that a unit of a file is of; nil if there is none with this source.
  func entry(for unit: TranslationFiles.TranslationUnit) -> Entry? {
    if let named = namedEntry(for: unit), named.text.source.hasSameScalars(as: unit.source) {
      return named
    }
    let same = (bySource[ExactString(unit.source)] ?? []).map { entries[$0] }
    return same.first { $0.text.route.name == unit.route } ?? same.first
  }

  /// The text whose name a unit has, whatever its source is now.
  func namedEntry(for unit: TranslationFiles.TranslationUnit) -> Entry? {
    byID[ExactString(unit.id)].map { entries[$0] }
  }

  /// Whether a text of a screen has a place and a source.
  func hasText(_ place: TextPlace, _ source: String, at route: Route) -> Bool {
    (bySource[ExactString(source)] ?? []).contains {
      entries[$0].text.route == route && entries[$0].text.place == place
    }
  }
}

extension ExchangedTexts.Entry {
  fileprivate var unit: TranslationFiles.TranslationUnit {
    var notes: [String] = []
    if let length = text.maximumLength { notes.append("at most \(length) characters") }
    if let old = text.staleSource { notes.append("translated from an earlier text: \(old)") }
    return TranslationUnit(
      id: id, route: text.route.name, place: text.place.phrase, source: text.source,
      target: text.translation, state: text.state == .translated ? .translated : .needsReview, notes: notes)
  }
}
