import ArgumentParser
import JSONText
import Screens

/// `marquee reorder`.
struct Reorder: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Brings items to the front of a screen, and publishes that.",
    discussion: """
      The items named come first, in that order; the others follow as they are.

        marquee reorder home dumplings noodles
      """)

  @Argument(help: "The route of the screen.", transform: { try Route.argument($0) })
  var route: Route

  @Argument(help: "The ids of items.")
  var ids: [String]

  @Option(help: "The section whose items are meant. (default: all items)")
  var section: String?

  @Option(help: "The variant that is reordered. (default: the definition)")
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
    let answer = try client.accepted(
      "PUT", route.adminPath + "/order", parameters: parameters,
      fields: message.fields + [("If-Match", "\"\(version)\"")],
      body: JSONValue.array(order.ids.map { .string($0) }).serialized())
    try client.report(answer, of: route, before: version, output: options.output)
  }

  /// The definition; of a variant, what it makes of it, which only the server knows.
  private func current(_ client: AdminClient) throws -> (screen: JSONValue, version: Int) {
    let answer =
      if let variant {
        try client.accepted(
          "GET", "/screens/\(route)", parameters: [("variant", variant), ("format", "screen")])
      } else {
        try client.accepted("GET", route.adminPath)
      }
    let version = variant == nil ? answer.version : answer.value(of: "Screen-Version").flatMap { Int($0) }
    guard let screen = answer.json, let version else {
      StandardError.write("marquee: \(client.address.text): the answer names no version")
      throw ExitCode(1)
    }
    return (screen, version)
  }
}
