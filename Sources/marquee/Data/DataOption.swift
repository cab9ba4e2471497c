import ArgumentParser
import Foundation

/// The data folder of a command that needs no server.
struct DataOption: ParsableArguments {
  @Option(help: "The data folder. (MARQUEE_DATA, default: .marquee)", completion: .directory)
  var data: String?

  var folder: String { data ?? ProcessInfo.processInfo.environment["MARQUEE_DATA"] ?? ".marquee" }
}
