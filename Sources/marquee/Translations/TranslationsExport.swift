import ArgumentParser
import ProgramOutput
import Screens
import TranslationFiles

/// `marquee translations export`.
struct TranslationsExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the texts of all screens to a file for translators.",
    discussion: """
      The end of the file's name says its format: .xlf (XLIFF 2.1), .xliff (XLIFF 1.2), .xcstrings, .arb, or .xml \
      (Android).

      EXAMPLES:
        marquee translations export --language ko --output ko.xlf
        marquee translations export --language ko --only-open --output ko.xliff
        marquee translations export --language ko --output ko.xlf --server https://screens.example
      """)

  @Option(help: ArgumentHelp("Language to translate into.", valueName: "tag"))
  var language: String

  @Option(
    help: ArgumentHelp("File to write.", valueName: "file"),
    completion: .file(extensions: TranslationFormat.endings))
  var output: String

  @Option(
    help: ArgumentHelp("Format of the file. (default: by the end of its name)", valueName: "format"),
    completion: .list(TranslationFormat.allCases.map(\.rawValue)))
  var format: TranslationFormat?

  @Flag(help: "Leave out what is translated and needs no review.")
  var onlyOpen = false

  @OptionGroup var options: TranslatedScreensOptions

  func validate() throws { _ = try TranslationFormat.of(output, format) }

  func run() throws {
    let screens = try options.open()
    guard let language = try screens.languages(named: language).first else { return }
    let file = try ExchangedTexts(screens, in: language).file(onlyOpen: onlyOpen)
    let written: WrittenTranslations
    do {
      written = try file.written(as: try TranslationFormat.of(output, format))
    } catch {
      throw CommandError("\(error)").exit
    }
    for unit in written.leftOut {
      StandardError.write("marquee: \(printable(unit.id)) is left out: \(unit.reason)")
    }
    try OutputFile.write(written.bytes, to: output)
    let count = file.units.count - written.leftOut.count
    StandardOutput.write("\(counted(count, "text")) written to \(printable(output))")
  }
}

extension TranslationFormat: ExpressibleByArgument {}

extension TranslationFormat {
  static let endings = ["xlf", "xliff", "xcstrings", "arb", "xml"]

  /// The given format, or else that of a file's name.
  static func of(_ file: String, _ given: TranslationFormat?) throws -> TranslationFormat {
    guard let format = given ?? TranslationFormat(fileName: file) else {
      throw ValidationError(
        "the name \(printable(file)) ends in none of \(endings.map { "." + $0 }.joined(separator: ", ")); use --format"
      )
    }
    return format
  }
}
