import ArgumentParser
import JSONText
import Screens

/// `marquee draft show`.
struct DraftShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Writes the draft; on standard error, what there is to know about it.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @OptionGroup var options: ServerOptions

  func run() throws {
    let draft = try options.client().document(route.adminPath + "/draft")
    guard options.output == .text else {
      StandardOutput.write(draft.text)
      return
    }
    StandardOutput.write(IndentedJSON.text(draft["definition"] ?? JSONValue.null))
    StandardError.write(
      "marquee: \(route): a draft \(Self.base(draft["baseVersion"])), saved \(TextTable.cell(draft["savedAt"])) by \(TextTable.cell(draft["by"]))"
    )
    if let schedule = draft["schedule"], schedule != JSONValue.null {
      StandardError.write(
        "marquee: \(route): to be published at \(TextTable.cell(schedule["at"])), by \(TextTable.cell(schedule["by"]))"
      )
      if let fault = schedule["error"] {
        StandardError.write("marquee: \(route): it could not be published: \(TextTable.cell(fault))")
      }
    }
    for finding in Refusal.findings(draft["errors"]) {
      StandardError.write("marquee: \(route): error: \(finding.text)")
    }
  }

  /// What a draft begins with; a screen that has no version yet is said to have version 0.
  static func base(_ version: JSONValue?) -> String {
    version?.numberValue?.intValue == 0 ? "for a new screen" : "on version \(TextTable.cell(version))"
  }
}
