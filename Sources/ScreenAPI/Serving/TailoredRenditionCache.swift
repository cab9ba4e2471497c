import Screens

/// A cache of renditions for apps that cannot show all items, and for screens with `requires`: those of one screen, or
/// of all screens in other languages than the default one.
final class TailoredRenditionCache: Sendable {
  struct Key: Hashable {
    let screen: UInt64
    let format: String
    let combination: Int
    /// The items before the page.
    let position: Int
    /// The answers to the questions of the layout (``LayoutQuestions``).
    let answers: [Bool]
    /// A release with its own schemas. It decides by content, which would take too long for each request.
    let release: ReleaseName?
  }

  private let maximumBytes: Int
  private let renditions: BoundedCache<Key, CombinationRendition>

  /// - Parameters:
  ///   - maximumBytes: the limit of memory, in bytes.
  ///   - maximumKept: the limit of renditions. For one screen, the default is enough for the releases, variants and
  ///     results of `requires` in use.
  init(maximumBytes: Int = 8 << 20, maximumKept: Int = 64) {
    self.maximumBytes = maximumBytes
    renditions = BoundedCache(maximumBytes: maximumBytes, maximumCount: maximumKept)
  }

  func rendition(_ key: Key) -> CombinationRendition? { renditions.value(key) }

  /// Caches a rendition, and evicts the oldest ones beyond the limits.
  /// - Parameter bytes: the memory of the rendition.
  func keep(_ rendition: CombinationRendition, bytes: Int, for key: Key) {
    guard bytes <= maximumBytes else { return }
    renditions.keep(rendition, bytes: bytes, for: key)
  }
}
