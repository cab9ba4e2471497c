import ArgumentParser
import MarqueeServer

/// The options for checking a command with damaged screens.
struct ChaosCheckOptions: ParsableArguments {
  @Option(
    name: .customLong("check"),
    help: ArgumentHelp(
      "Command that gets each damaged screen on standard input, run by sh.", valueName: "command"))
  var command: String?

  @Option(help: ArgumentHelp("Number of damaged screens. (default: one of each kind)", valueName: "number"))
  var count: Int?

  @Option(help: ArgumentHelp("Time after which the command is killed.", valueName: "seconds"))
  var timeout = 10.0

  @Option(
    help: ArgumentHelp("Commands to run at a time. (default: one for each processor)", valueName: "number"))
  var jobs: Int?

  @Option(help: ArgumentHelp("File for the results as JUnit XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Flag(help: "Count every exit code but 0 as a death.")
  var strict = false

  func validate() throws {
    guard command != nil || (count == nil && junit == nil && jobs == nil && !strict) else {
      throw ValidationError("--count, --jobs, --junit and --strict require --check")
    }
    if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout must be more than 0 and at most 3600 seconds")
    }
  }
}
