import ArgumentParser

/// How a publication deals with rollouts.
struct RolloutOption: ParsableArguments {
  @Option(
    name: .customLong("guard"),
    help: ArgumentHelp(
      "Give the version to more and more units: shares in per cent, such as 1,10,50,100, or a name.",
      valueName: "guard"))
  var rule: String?

  @Flag(help: "End an open rollout of the screen, in favour of this version.")
  var supersede = false

  @Flag(help: "Give the version to everybody at once, and end an open rollout of the screen.")
  var now = false

  func validate() throws {
    if rule != nil, now { throw ValidationError("--guard and --now contradict each other") }
  }

  var parameters: [(name: String, value: String)] {
    (rule.map { [("guard", $0)] } ?? []) + (supersede ? [("supersede", "true")] : [])
      + (now ? [("now", "true")] : [])
  }
}
