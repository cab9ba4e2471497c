import ArgumentParser

/// `marquee rollout`.
struct RolloutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollout", abstract: "Watch and steer new versions on their way to everybody.",
    discussion: """
      'marquee publish --guard' starts a rollout.

      EXAMPLE:
        marquee publish screens/home.json --guard 1,10,50,100
        marquee rollout list
        marquee rollout show 4b1d0a66c2e97f35
        marquee rollout hold 4b1d0a66c2e97f35 --message 'Waiting for the designers'
      """,
    subcommands: [
      RolloutList.self, RolloutShow.self, RolloutHold.self, RolloutResume.self, RolloutAdvance.self,
      RolloutFinish.self, RolloutRollback.self, RolloutVerify.self,
    ])
}
