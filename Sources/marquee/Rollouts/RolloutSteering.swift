import AdminModel
import ArgumentParser
import JSONText

/// A command that changes a rollout.
protocol RolloutSteering: ParsableCommand {
  /// The last segment of the path.
  static var word: String { get }

  var id: String { get }
  var message: MessageOption { get }
  var options: ServerOptions { get }
}

extension RolloutSteering {
  func run() throws {
    let client = try options.client()
    let response = try client.sendExpectingSuccess(
      "POST", Self.rolloutPath(id) + "/" + Self.word, fields: message.fields)
    try client.decoded(response, as: RolloutDetails.self).write(options.output)
  }

  static func makeConfiguration(_ abstract: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: word, abstract: abstract,
      discussion: """
        EXAMPLE:
          marquee rollout \(word) 4b1d0a66c2e97f35
        """)
  }
}

extension ParsableCommand {
  /// The path of a rollout.
  static func rolloutPath(_ id: String) -> String { "/admin/rollouts/" + PercentEncoding.encoded(id) }
}

/// `marquee rollout hold`.
struct RolloutHold: RolloutSteering {
  static let word = "hold"
  static let configuration = makeConfiguration("Keep a rollout at its step until somebody resumes it.")

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions
}

/// `marquee rollout resume`.
struct RolloutResume: RolloutSteering {
  static let word = "resume"
  static let configuration = makeConfiguration("Let a held rollout go on.")

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions
}

/// `marquee rollout advance`.
struct RolloutAdvance: RolloutSteering {
  static let word = "advance"
  static let configuration = makeConfiguration("Go to the next step now, or from the last one to the end.")

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions
}

/// `marquee rollout finish`.
struct RolloutFinish: RolloutSteering {
  static let word = "finish"
  static let configuration = makeConfiguration("Give the new version to everybody, and end the rollout.")

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions
}

/// `marquee rollout rollback`.
struct RolloutRollback: RolloutSteering {
  static let word = "rollback"
  static let configuration = makeConfiguration(
    "Publish the old version again for everybody, and end the rollout.")

  @Argument(help: "Id of the rollout.")
  var id: String

  @OptionGroup var message: MessageOption
  @OptionGroup var options: ServerOptions
}
