import Foundation
import JSONText
import ProgramOutput
import Screens
import TranslationFiles

/// What an import changes in the translations of a folder into one language.
struct TranslationChange {
  private let language: LanguageTag
  private let texts: ExchangedTexts
  /// The units of each screen that has any.
  private var units: [Route: [Screens.TranslationUnit]]
  private var changedRoutes: Set<Route> = []
  private(set) var changed = 0
  private(set) var unchanged = 0
  /// The units that were not taken, with the reason.
  private(set) var problems: [String] = []

  init(_ folder: TranslatedFolder, in language: LanguageTag) {
    self.language = language
    texts = ExchangedTexts(folder, in: language)
    units = Dictionary(
      uniqueKeysWithValues: folder.status.map {
        ($0.screen.route, $0.screen.definition.translations[language])
      })
  }

  /// Takes the translation of a unit, if it has one.
  mutating func take(_ unit: TranslationFiles.TranslationUnit) {
    guard let target = unit.target, !target.isEmpty else { return }
    guard let entry = texts.entry(for: unit) else {
      let name = printable(unit.id)
      problems.append(
        texts.namedEntry(for: unit) == nil
          ? "\(name) is no text of the screens" : "the source of \(name) has changed since the export")
      return
    }
    let new = Screens.TranslationUnit(
      place: entry.text.text.place, source: entry.text.text.source, text: target,
      needsReview: unit.state <= .needsReview)
    var list = units[entry.route] ?? []
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
      list.removeAll { old in old.place == new.place && !texts.hasText(old.place, old.source, at: entry.route)
      }
      list.append(new)
    }
    units[entry.route] = list
    changedRoutes.insert(entry.route)
    changed += 1
  }

  /// `12 changed, 30 unchanged, 1 not taken`
  var summary: String { "\(changed) changed, \(unchanged) unchanged, \(problems.count) not taken" }

  /// Writes the files of the screens whose translations have changed.
  func write(to folder: String) throws {
    for route in changedRoutes.sorted() {
      let path = "\(folder)/\(FolderContents.translations)/\(language)/\(route).json"
      let parent = URL(filePath: path).deletingLastPathComponent()
      do {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      } catch {
        throw CommandError("\(printable(parent.relativePath)) cannot be made: \(error.localizedDescription)")
          .exit
      }
      let document = Screens.TranslationUnit.document(units[route] ?? [])
      try OutputFile.write(Array((IndentedJSON.text(document) + "\n").utf8), to: path)
    }
  }
}
