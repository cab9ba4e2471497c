import ArgumentParser
import JSONText
import Screens

/// `marquee rollback`.
struct Rollback: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish the content of an earlier version again.",
    discussion: """
      The content becomes a new version.

      EXAMPLE:
        marquee rollback home 3 --message 'Undo the winter menu'
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "Version to publish again.")
  var version: Int

  @OptionGroup var reassignment: ReassignmentOption
  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let client = try options.client()
    let before = try client.currentVersion(of: route)
    let body: JSONValue = ["version": .number(JSONNumber(version))]
    let response = try client.sendExpectingSuccess(
      "POST", route.adminPath + "/rollback", parameters: reassignment.parameters, fields: message.fields,
      body: body.serialized())
    try client.report(response, of: route, before: before, output: options.output)
  }
}
