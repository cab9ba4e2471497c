import ArgumentParser

/// Exposes Marquee's libraries to external test suites.
@main
struct MarqueeConformance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-conformance",
    abstract: "Expose Marquee's libraries to external test suites.",
    subcommands: [LinesCommand.self, HTTPCommand.self])
}
