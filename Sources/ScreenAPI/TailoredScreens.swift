import Screens
import Synchronization

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

  private struct State {
    var renditions: [Key: ArmRendition] = [:]
    /// Oldest first.
    var order: [(key: Key, bytes: Int)] = []
    var bytes = 0
  }

  private let state = Mutex(State())

  func rendition(_ key: Key) -> ArmRendition? { state.withLock { $0.renditions[key] } }

  /// Keeps a rendition that has been rendered, and forgets the oldest ones beyond the limits.
  func keep(_ rendition: ArmRendition, for key: Key) {
    let bytes = rendition.rendered().bytes
    guard bytes <= Self.maximumBytes else { return }
    state.withLock { state in
      guard state.renditions.updateValue(rendition, forKey: key) == nil else { return }
      state.order.append((key, bytes))
      state.bytes += bytes
      while state.order.count > Self.maximumKept || state.bytes > Self.maximumBytes {
        let (oldest, size) = state.order.removeFirst()
        state.renditions[oldest] = nil
        state.bytes -= size
      }
    }
  }
}
