import JSONText
import Screens
import TranslationFiles

/// What an import changes in the translations into one language.
struct TranslationChange {
  private var screens: any TranslatedScreens
  private let language: LanguageTag
  private let texts: ExchangedTexts
  /// The units of each screen that the import looked at.
  private var units: [Route: [Screens.TranslationUnit]] = [:]
  private var changedRoutes: Set<Route> = []
  private(set) var changed = 0
  private(set) var unchanged = 0
  /// The units that were not taken, with the reason.
  private(set) var problems: [String] = []

  init(_ screens: any TranslatedScreens, in language: LanguageTag) throws {
    self.screens = screens
    self.language = language
    texts = try ExchangedTexts(screens, in: language)
  }

  /// Takes the translation of a unit, if it has one.
  mutating func take(_ unit: TranslationFiles.TranslationUnit) throws {
    guard let target = unit.target, !target.isEmpty else { return }
    guard let entry = texts.entry(for: unit) else {
      let name = printable(unit.id)
      problems.append(
        texts.namedEntry(for: unit) == nil
          ? "\(name) is no text of the screens" : "the source of \(name) has changed since the export")
      return
    }
    // The export offers a stale translation to go on with. It is none before a translator has said so.
    if unit.state <= .needsReview, entry.text.state == .stale,
      entry.text.translation?.hasSameScalars(as: target) ?? false
    {
      unchanged += 1
      return
    }
    let new = Screens.TranslationUnit(
      place: entry.text.place, source: entry.text.source, text: target,
      needsReview: unit.state <= .needsReview)
    let route = entry.text.route
    var list = try units[route] ?? screens.units(of: route, in: language)
    units[route] = list
    let index = list.firstIndex { $0.place == new.place && $0.source.hasSameScalars(as: new.source) }
    // A fallback of another language is no translation of this one's own.
    let isFallback =
      index == nil && entry.text.translation.map { $0.hasSameScalars(as: target) } ?? false
      && entry.text.state != .stale
    if isFallback || index.map({ list[$0] == new }) ?? false {
      unchanged += 1
      return
    }
    if let index {
      list[index] = new
    } else {
      // It replaces one of an earlier source.
      list.removeAll { old in old.place == new.place && !texts.hasText(old.place, old.source, at: route)
      }
      list.append(new)
    }
    units[route] = list
    changedRoutes.insert(route)
    changed += 1
  }

  /// `12 changed, 30 unchanged, 1 not taken`
  var summary: String { "\(changed) changed, \(unchanged) unchanged, \(problems.count) not taken" }

  /// Writes the units of the screens whose translations have changed.
  mutating func write() throws {
    for route in changedRoutes.sorted() { try screens.write(units[route] ?? [], of: route, in: language) }
  }
}
