import Screens

/// Renditions of one screen for apps that cannot show all of it, or of which it requires something.
final class TailoredScreens: Sendable {
  /// How many a screen keeps: the combinations of releases, variants and answers to `requires` that are in use.
  static let maximumKept = 64
  /// Bytes of all that a screen keeps.
  static let maximumBytes = 8 << 20

  struct Key: Hashable {
    let format: String
    let arm: Int
    /// For each item and each thing that may stand in for one whether it is shown, and for each section.
    let shown: [Bool]
    /// A release that looks at content too, which is not done for every request.
    let release: ReleaseName?
    /// The requests of these say so, that caches tell them from others.
    let saysCapabilities: Bool
  }

  private let renditions = BoundedCache<Key, ArmRendition>(
    maximumBytes: maximumBytes, maximumCount: maximumKept)

  func rendition(_ key: Key) -> ArmRendition? { renditions.value(key) }

  /// Keeps a rendition that has been rendered, and forgets the oldest ones beyond the limits.
  func keep(_ rendition: ArmRendition, for key: Key) {
    let bytes = rendition.rendered().bytes
    guard bytes <= Self.maximumBytes else { return }
    renditions.keep(rendition, bytes: bytes, for: key)
  }
}
