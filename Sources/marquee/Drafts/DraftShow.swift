import AdminModel
import ArgumentParser
import ProgramOutput
import Screens

/// `marquee draft show`.
struct DraftShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the draft of a screen.",
    discussion: """
      Prints the definition on standard output, and base version, schedule, errors and warnings on standard error.

      EXAMPLE:
        marquee draft show home
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let draft = try options.client().value(route.adminPath + "/draft", as: DraftDetails.self)
    guard options.output == .text else {
      StandardOutput.write(draft.text)
      return
    }
    StandardOutput.write(IndentedJSON.text(draft.definition))
    StandardError.write(
      "marquee: \(route): a draft \(Self.base(draft.baseVersion)), saved \(TextTable.cell(draft.savedAt)) by \(TextTable.cell(draft.by))"
    )
    if let schedule = draft.schedule {
      StandardError.write(
        "marquee: \(route): to be published at \(TextTable.cell(schedule.at))\(schedule.guardText), by \(TextTable.cell(schedule.by))"
      )
      if let fault = schedule.error {
        StandardError.write("marquee: \(route): it could not be published: \(TextTable.cell(fault))")
      }
    }
    for finding in draft.errors {
      StandardError.write("marquee: \(route): error: \(finding.text)")
    }
    for finding in draft.warnings ?? [] {
      StandardError.write("marquee: \(route): warning: \(finding.text)")
    }
  }

  /// The base version of a draft, for messages. It is 0 for a screen without versions.
  static func base(_ version: Int) -> String {
    version == 0 ? "for a new screen" : "on version \(version)"
  }
}
