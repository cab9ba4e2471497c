import ArgumentParser
import JSONText
import ProgramOutput
import Screens

/// `marquee reorder`.
struct Reorder: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move items to the front of a screen and publish it.",
    discussion: """
      The given items come first, in this order. The other items keep their order.

      EXAMPLE:
        marquee reorder home dumplings noodles
      """)

  @Argument(help: "Route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "Ids of items.")
  var ids: [String]

  @Option(help: ArgumentHelp("Section of the items. (default: the whole screen)", valueName: "id"))
  var section: String?

  @Option(help: ArgumentHelp("Variant to reorder. (default: the definition)", valueName: "key"))
  var variant: String?

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions

  func run() throws {
    let client = try options.client()
    let (screen, version) = try current(client)
    var order = ItemOrder(of: screen, section: section)
    order.bringForward(ids)
    var parameters: [(name: String, value: String)] = []
    if let section { parameters.append(("section", section)) }
    if let variant { parameters.append(("variant", variant)) }
    let response = try client.sendExpectingSuccess(
      "PUT", route.adminPath + "/order", parameters: parameters,
      fields: message.fields + [("If-Match", "\"\(version)\"")],
      body: JSONValue.array(order.ids.map { .string($0) }).serialized())
    try client.report(response, of: route, before: version, output: options.output)
  }

  /// The current definition, or the screen with the variant applied, which only the server can compute.
  private func current(_ client: AdminClient) throws -> (screen: JSONValue, version: Int) {
    let response =
      if let variant {
        try client.sendExpectingSuccess(
          "GET", "/screens/\(route)", parameters: [("variant", variant), ("format", "screen")])
      } else {
        try client.sendExpectingSuccess("GET", route.adminPath)
      }
    let version = variant == nil ? response.version : response.value(of: "Screen-Version").flatMap { Int($0) }
    guard let screen = response.json, let version else {
      StandardError.write("marquee: \(client.address.text): the response names no version")
      throw ExitCode(1)
    }
    return (screen, version)
  }
}
