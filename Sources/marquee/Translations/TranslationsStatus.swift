import AdminModel
import ArgumentParser
import Foundation
import JSONText
import ProgramOutput
import Screens

/// `marquee translations status`.
struct TranslationsStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Count what is translated into each language.",
    discussion: """
      Reads the folder of screens, or a server with --server. A text is stale when its source has changed since it was \
      translated; apps then get the source. Exits with 1 if a language has less than --require asks for.

      EXAMPLES:
        marquee translations status
        marquee translations status --require 100 --output github
      """)

  /// The format of the result.
  enum Output: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit, github
  }

  @Option(
    help: ArgumentHelp(
      "Least share of the texts that must be translated, 0 to 100. (default: none)", valueName: "percent"))
  var require: Int?

  @Option(help: ArgumentHelp("Only this language. (default: all)", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp("Format of the result; github prints annotations for a workflow.", valueName: "format")
  )
  var output = Output.text

  @OptionGroup var options: TranslatedScreensOptions

  func validate() throws {
    guard require.map({ (0...100).contains($0) }) ?? true else {
      throw ValidationError("a share is a number from 0 to 100 (--require)")
    }
  }

  func run() throws {
    let screens = try options.open()
    let languages = try screens.languages(named: language)
    let counts = try languages.map { TranslationCount($0, of: try screens.texts(in: $0)) }
    switch output {
    case .text: write(counts)
    case .json:
      let list = counts.map(\.json)
      StandardOutput.write(IndentedJSON.text(["languages": .array(list)]))
    case .junit: StandardOutput.write(Array(try junit(counts, screens).text.utf8))
    case .github:
      for finding in try languages.flatMap(screens.findings) {
        StandardOutput.write(finding.annotation(isError: require != nil))
      }
    }
    if counts.contains(where: { !isEnough($0) }) { throw ExitCode(1) }
  }

  private func isEnough(_ count: TranslationCount) -> Bool { require.map { count.percent >= $0 } ?? true }

  private func write(_ counts: [TranslationCount]) {
    var table = TextTable(["LANGUAGE", "TRANSLATED", "NEEDS REVIEW", "STALE", "MISSING", "SHARE"])
    for count in counts {
      let numbers = [count.translated, count.needsReview, count.stale, count.missing].map(String.init)
      table.add(([count.language.text] + numbers + ["\(count.percent) %"]).map { TextTable.cell($0) })
    }
    table.write()
  }

  private func junit(_ counts: [TranslationCount], _ screens: any TranslatedScreens) throws -> JUnitReport {
    JUnitReport(
      suite: "marquee translations",
      cases: try counts.map { count in
        let findings = try screens.findings(in: count.language).map(\.line)
        return JUnitReport.Case(
          name: count.language.text,
          failure: isEnough(count)
            ? nil : "\(count.percent) % translated, \(require ?? 0) % required",
          output: findings.joined(separator: "\n"))
      })
  }
}
