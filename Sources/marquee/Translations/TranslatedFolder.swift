import JSONText
import ProgramOutput
import Screens

/// A folder of screens with its translations.
struct TranslatedFolder {
  let path: String
  let languages: Languages
  let contents: FolderContents
  let folder: FolderImport
  /// How far each screen is translated, sorted by route.
  let status: [(screen: PublishedScreen, languages: [TranslationStatus])]

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
    var status: [(PublishedScreen, [TranslationStatus])] = []
    TranslationStatus.forEach(of: folder.current, in: folder.catalogue) { status.append(($0, $1)) }
    self.status = status
  }

  /// A file of translations into a language that cannot be read; nil if there is none.
  func refusedTranslation(into language: LanguageTag) -> String? {
    let parent = contents.shownPath(of: "\(FolderContents.translations)/\(language)/")
    return folder.problems.first { $0.path.hasPrefix(parent) }?.path
  }

  /// The languages that need translations, or the one of a name.
  func languages(named name: String?) throws -> [LanguageTag] {
    guard let name else { return languages.targets }
    guard let tag = LanguageTag(name), languages.translatable.contains(tag) else {
      let known = NearestName.listing(languages.targets.map(\.text)).map { "; \($0)" } ?? ""
      throw CommandError("\(printable(name)) is not a language of the screens\(known)").exit
    }
    return [tag]
  }

  /// A finding in a file of the folder.
  struct Finding {
    let file: String
    let diagnostic: Diagnostic

    /// `screens/home.json:7:18: "/text1" of the item "title" has no translation into ko`
    var line: String {
      let place = diagnostic.position.map { "\(file):\($0.line):\($0.column)" } ?? file
      return "\(place): \(diagnostic.text)"
    }

    func annotation(isError: Bool) -> String {
      WorkflowCommand.finding(isError ? .error : .warning, file, diagnostic.position, diagnostic.text)
    }
  }

  /// The texts for which apps get the source, at their places in the definitions.
  func findings(_ languages: [LanguageTag]) -> [Finding] {
    status.flatMap { screen, all -> [Finding] in
      let file = contents.files.first { file in
        if case .screen(screen.route) = file.kind { true } else { false }
      }
      let document = file.flatMap { try? JSONDocument($0.text) }
      return all.filter { languages.contains($0.language) }.flatMap(\.findings).map { finding in
        let place = file?.shownPath ?? "\(path)/\(screen.route).json"
        return Finding(file: place, diagnostic: document.map { finding.located(in: $0) } ?? finding)
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
