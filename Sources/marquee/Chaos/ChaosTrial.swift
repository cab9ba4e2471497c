import ScreenChaos

/// A damaged screen, and how the command that read it ended.
struct ChaosTrial: Sendable {
  let kind: ChaosKind
  let seed: UInt64
  let body: [UInt8]
  let ending: CheckedCommand.Ending
  /// The end of the command's output.
  let output: String
  /// The path of the body that was written as a fixture; nil if the command survived, and if an earlier trial
  /// of the same kind died.
  var fixture: String?

  var name: String { "\(kind.rawValue), seed \(seed)" }
}
