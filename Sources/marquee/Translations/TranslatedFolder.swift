import Foundation
import JSONText
import ProgramOutput
import Screens

/// A folder of screens with its translations.
struct TranslatedFolder: TranslatedScreens {
  private let path: String
  private let languages: Languages
  private let contents: FolderContents
  private let folder: FolderImport
  /// The screens with their texts, sorted by route.
  private let screens: [(screen: PublishedScreen, strings: ScreenStrings)]

  var sourceLanguage: LanguageTag { languages.default }
  var targets: [LanguageTag] { languages.targets }
  var translatable: Set<LanguageTag>? { Set(languages.translatable) }

  /// Says what is wrong with invalid files, and leaves them out.
  /// - Throws: an exit code, after it has said why: for a folder that cannot be read, or without languages.
  init(reading path: String) throws {
    self.path = path
    do throws(FolderError) {
      contents = try FolderContents(reading: path)
    } catch {
      throw CommandError(error).exit
    }
    folder = FolderImport(checking: contents)
    for line in folder.problems.flatMap(\.lines) { StandardError.write(line) }
    guard let languages = folder.catalogue.languages else {
      throw CommandError(
        "\(printable(path)) has no _languages.json, which names the languages of the screens"
      ).exit
    }
    self.languages = languages
    let catalogue = folder.catalogue
    screens = folder.current.sorted { $0.route < $1.route }.compactMap { lazy in
      (try? lazy.screen()).map { ($0, ScreenStrings(of: $0, in: catalogue)) }
    }
  }

  func texts(in language: LanguageTag) -> [ExchangedText] {
    screens.flatMap { screen, strings in
      status(of: screen, strings, language).texts.map { ExchangedText($0, at: screen.route) }
    }
  }

  private func status(
    of screen: PublishedScreen, _ strings: ScreenStrings, _ language: LanguageTag
  ) -> TranslationStatus {
    TranslationStatus(of: screen, strings, into: language, languages)
  }

  func units(of route: Route, in language: LanguageTag) -> [TranslationUnit] {
    screens.first { $0.screen.route == route }?.screen.definition.translations[language] ?? []
  }

  /// A file of translations into a language that cannot be read; nil if there is none.
  private func refusedTranslation(into language: LanguageTag) -> String? {
    let parent = contents.shownPath(of: "\(FolderContents.translations)/\(language)/")
    return folder.problems.first { $0.path.hasPrefix(parent) }?.path
  }

  /// Writes the file of a screen.
  func write(_ units: [TranslationUnit], of route: Route, in language: LanguageTag) throws {
    if let path = refusedTranslation(into: language) {
      throw CommandError("\(printable(path)) is invalid, and would be replaced: correct it first").exit
    }
    let file = "\(path)/\(FolderContents.translations)/\(language)/\(route).json"
    let parent = URL(filePath: file).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw CommandError("\(printable(parent.relativePath)) cannot be made: \(error.localizedDescription)")
        .exit
    }
    try OutputFile.write(
      Array((IndentedJSON.text(TranslationUnit.document(units)) + "\n").utf8), to: file)
  }

  /// The texts for which apps get the source, at their places in the definitions.
  func findings(in language: LanguageTag) -> [TranslatedFinding] {
    screens.flatMap { screen, strings -> [TranslatedFinding] in
      let file = contents.files.first { file in
        if case .screen(screen.route) = file.kind { true } else { false }
      }
      let document = file.flatMap { try? JSONDocument($0.text) }
      let place = file?.shownPath ?? "\(path)/\(screen.route).json"
      return status(of: screen, strings, language).findings.map { finding in
        let located = document.map { finding.located(in: $0) } ?? finding
        return TranslatedFinding(file: place, position: located.position, text: located.text)
      }
    }
  }
}

extension Diagnostic {
  fileprivate func located(in document: JSONDocument) -> Diagnostic {
    var diagnostics = Diagnostics(self)
    diagnostics.locate(in: document)
    return diagnostics.kept.first ?? self
  }
}
