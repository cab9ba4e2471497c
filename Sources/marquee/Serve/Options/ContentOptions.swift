import ArgumentParser
import MarqueeServer

/// The screens that are served, and the data folder.
struct ContentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of screens. (MARQUEE_SCREENS, default: screens)", valueName: "folder"),
    completion: .directory)
  var screens: String?

  @Option(
    help: "The folder that keeps versions, drafts and tokens. (MARQUEE_DATA, default: .marquee)",
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      """
      PostgreSQL database that keeps everything for several nodes, as a connection string of libpq. The data folder \
      then has this node's copy. (MARQUEE_STORE, default: the data folder)
      """, valueName: "connection"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Name of this node, which the database shows. (MARQUEE_NODE, default: the host's name)",
      valueName: "name"))
  var node: String?

  @Flag(
    help:
      "Do not start if the database cannot be reached, even with a copy of it in the data folder. (MARQUEE_REQUIRE_STORE)"
  )
  var requireStore = false

  @Flag(help: "Publish files when they change. (MARQUEE_WATCH)")
  var watch = false

  @Flag(
    help: """
      Keep the schemas for editors in .schema/ of the folder of screens up to date. (MARQUEE_WRITE_SCHEMAS)
      """)
  var writeSchemas = false

  @Option(
    help: ArgumentHelp(
      "Number of versions to keep for each screen, the newest ones. (MARQUEE_KEEP_VERSIONS, default: all)",
      valueName: "count")
  )
  var keepVersions: Int?

  @Option(
    help: ArgumentHelp(
      """
      Whether to publish a screen when a supported app release would drop one of its items: warn or refuse. \
      (MARQUEE_GATE, default: warn)
      """, valueName: "action"), completion: .list(GateOption.allCases.map(\.rawValue)),
    transform: { try GateOption.argument($0) })
  var gate: GateOption?

  func configuration(_ variables: ServeVariables) throws -> Marquee.Configuration {
    var configuration = Marquee.Configuration(
      screens: variables.text(screens, "MARQUEE_SCREENS") ?? "screens",
      data: variables.text(data, "MARQUEE_DATA") ?? ".marquee")
    try StoreLocation.check(folder: configuration.data)
    if let store = variables.text(store, "MARQUEE_STORE") {
      try StoreLocation.check(database: store)
      configuration.store = store
      CommandLineSecrets.hide()
    }
    if let node = variables.text(node, "MARQUEE_NODE") { configuration.node = node }
    configuration.requiresStore = try variables.flag(requireStore, "MARQUEE_REQUIRE_STORE")
    configuration.watchesScreens = try variables.flag(watch, "MARQUEE_WATCH")
    configuration.writesSchemas = try variables.flag(writeSchemas, "MARQUEE_WRITE_SCHEMAS")
    configuration.keepVersions = try variables.number(
      keepVersions, "MARQUEE_KEEP_VERSIONS", in: 1...Int.max)
    if let text = variables.text(gate?.rawValue, "MARQUEE_GATE") {
      guard let gate = GateOption(rawValue: text) else {
        throw ValidationError("MARQUEE_GATE must be warn or refuse, not \(text)")
      }
      configuration.refusesDrops = gate == .refuse
    }
    return configuration
  }
}
