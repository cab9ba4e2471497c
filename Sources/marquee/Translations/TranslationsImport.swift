import ArgumentParser
import JSONText
import ProgramOutput
import Screens
import TranslationFiles

/// `marquee translations import`.
struct TranslationsImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take translations from a translator's file into the screens.",
    discussion: """
      Writes screens/_translations/, and publishes nothing. With --server it publishes the translation of each screen that \
      changes, and with --changeset it puts them into a change set, which people review and publish. A unit belongs to the text with its name, or else to one \
      with its source. A unit whose source has changed meanwhile is not taken. Exits with 1 if there is such a unit, or \
      one of no text.

      EXAMPLES:
        marquee translations import ko.xlf
        marquee translations import ko.xlf --dry-run
        marquee translations import ko.xlf --changeset korean --server https://screens.example
        marquee translations import app/values-ko/strings.xml --source app/values/strings.xml --language ko
      """)

  @Argument(help: "File to read.", completion: .file(extensions: TranslationFormat.endings))
  var file: String

  @Option(help: ArgumentHelp("Language of the translations. (default: that of the file)", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "File of the source language, for .xml and .arb, which hold one language.", valueName: "file"),
    completion: .file(extensions: TranslationFormat.endings))
  var source: String?

  @Option(
    help: ArgumentHelp("Format of the file. (default: by the end of its name)", valueName: "format"),
    completion: .list(TranslationFormat.allCases.map(\.rawValue)))
  var format: TranslationFormat?

  @Flag(help: "Say what would change, and write nothing.")
  var dryRun = false

  @Option(
    name: .customLong("changeset"),
    help: ArgumentHelp(
      "Change set on the server; it is made if there is none of this name.", valueName: "name"))
  var changeSet: String?

  @OptionGroup var options: TranslatedScreensOptions

  /// The largest file to read, in bytes.
  private static let maximumFileBytes = 16 << 20

  func validate() throws { _ = try TranslationFormat.of(file, format) }

  func run() throws {
    let format = try TranslationFormat.of(file, format)
    let (bytes, sourceBytes) = (try bytes(of: file), try source.map(bytes))
    let read: ReadTranslations
    do throws(TranslationFileError) {
      read = try TranslationFile.read(
        bytes, as: format, source: sourceBytes, language: language)
    } catch {
      let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      let hint = error.hint.map { "; \($0)" } ?? ""
      throw CommandError("\(printable(file))\(place): \(error.message)\(hint)").exit
    }
    guard let name = language ?? read.file.targetLanguage else {
      throw CommandError("\(printable(file)) does not say its language: use --language").exit
    }
    let screens = try options.open(changeSet: changeSet)
    guard let tag = try screens.languages(named: name).first else { return }
    var change = try TranslationChange(screens, in: tag)
    for unit in read.file.units { try change.take(unit) }
    for unit in read.leftOut {
      StandardError.write("marquee: \(printable(unit.id)) is left out: \(unit.reason)")
    }
    for line in change.problems { StandardError.write("marquee: \(line)") }
    if !dryRun { try change.write() }
    StandardOutput.write(change.summary)
    if !change.problems.isEmpty { throw ExitCode(1) }
  }

  private func bytes(of path: String) throws -> [UInt8] {
    guard case .success(let bytes) = FileAccess.bytes(of: path, limit: Self.maximumFileBytes) else {
      throw CommandError.unreadable(path).exit
    }
    return bytes
  }
}
