import ArgumentParser

/// What Marquee's parts answer, for those who check them from outside.
@main
struct MarqueeConformance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marquee-conformance",
    abstract: "Answers for Marquee's parts, to those who check them from outside.",
    subcommands: [LinesCommand.self, HTTPCommand.self])
}
