import ScreenChaos

/// A damaged screen and what a command made of it.
struct ChaosTrial: Sendable {
  let kind: ChaosKind
  let seed: UInt64
  let body: [UInt8]
  let ending: CheckedCommand.Ending
  /// The end of the command's output.
  let output: String
  /// The path of the smallest body that still kills the command; nil for one that survived.
  var fixture: String?

  var name: String { "\(kind.rawValue), seed \(seed)" }
}
