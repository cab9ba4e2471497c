import AdminModel
import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee diff`.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the changes between two versions of a screen.",
    discussion: """
      EXAMPLES:
        marquee diff home               compares the current version with the one before
        marquee diff home 2 5
        marquee diff home draft         compares the draft with the current version
        marquee diff home 2 5 --patch
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(
    help: """
      Version, or draft, to compare from. (default: the version before <to>) 'marquee diff <route> draft' \
      compares the draft with the current version.
      """, completion: .list(["draft"]))
  var from: String?

  @Argument(help: "Version, or draft. (default: the current version)", completion: .list(["draft"]))
  var to: String?

  @Flag(help: "Print a JSON Patch (RFC 6902) from one version to the other.")
  var patch = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    for text in [from, to].compactMap(\.self) where text != "draft" && (Int(text) ?? 0) < 1 {
      throw ValidationError("\(text) is not a version; give a number from 1, or draft")
    }
  }

  func run() throws {
    var parameters: [(name: String, value: String)] = []
    // A lone `draft` is the target: the user asks what publishing the draft would change.
    let isDraftAlone = from == "draft" && to == nil
    if let from, !isDraftAlone { parameters.append(("from", from)) }
    if let to = isDraftAlone ? from : to { parameters.append(("to", to)) }
    let result = try options.client().value(
      route.adminPath + "/diff", parameters: parameters, as: VersionDifference.self)
    if patch {
      let patch = result.difference.patch
      StandardOutput.write(options.output == .json ? patch.text : IndentedJSON.text(patch))
    } else if options.output == .json {
      StandardOutput.write(result.text)
    } else {
      var table = TextTable(["CHANGE", "ITEM", "WHERE"])
      result.difference.add(to: &table)
      let (from, to) = (TextTable.cell(result.from.jsonValue), TextTable.cell(result.to.jsonValue))
      if table.isEmpty {
        StandardOutput.write("\(route): nothing has changed from \(from) to \(to)")
      } else {
        StandardOutput.write("\(route) from \(from) to \(to):")
        table.write()
      }
    }
  }
}
