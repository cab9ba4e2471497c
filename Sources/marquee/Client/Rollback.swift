import ArgumentParser
import JSONText
import Screens

/// `marquee rollback`.
struct Rollback: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publishes the content of an earlier version again, as a new version.")

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "The version to go back to.")
  var version: Int

  @OptionGroup var reassignment: ReassignmentOption
  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let client = try options.client()
    let before = try client.currentVersion(of: route)
    let body: JSONValue = ["version": .number(JSONNumber(version))]
    let answer = try client.accepted(
      "POST", route.adminPath + "/rollback", parameters: reassignment.parameters, fields: message.fields,
      body: body.serialized())
    try client.report(answer, of: route, before: before, output: options.output)
  }
}
