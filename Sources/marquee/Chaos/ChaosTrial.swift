import ScreenChaos

/// A damaged screen, and how the command ended that read it.
struct ChaosTrial: Sendable {
  let kind: ChaosKind
  let seed: UInt64
  let body: [UInt8]
  let ending: CheckedCommand.Ending
  /// The end of the command's output.
  let output: String
  /// The path of the smallest body that still kills the command; nil if the command survived, and for every death of a
  /// kind but the first.
  var fixture: String?

  var name: String { "\(kind.rawValue), seed \(seed)" }
}
