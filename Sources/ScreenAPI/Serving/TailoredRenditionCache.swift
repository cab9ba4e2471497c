import Screens

/// A cache of one screen's renditions for apps that cannot show all items, and for screens with `requires`.
final class TailoredRenditionCache: Sendable {
  /// The limit of renditions: enough for the releases, variants and results of `requires` in use.
  static let maximumKept = 64
  /// The limit of memory, in bytes.
  static let maximumBytes = 8 << 20

  struct Key: Hashable {
    let format: String
    let combination: Int
    /// The items before the page.
    let position: Int
    /// Whether each section, item and fallback is shown.
    let shown: [Bool]
    /// A release with its own schemas. It decides by content, which would take too long for each request.
    let release: ReleaseName?
  }

  private let renditions = BoundedCache<Key, CombinationRendition>(
    maximumBytes: maximumBytes, maximumCount: maximumKept)

  func rendition(_ key: Key) -> CombinationRendition? { renditions.value(key) }

  /// Caches a rendition, and evicts the oldest ones beyond the limits.
  /// - Parameter bytes: the memory of the rendition.
  func keep(_ rendition: CombinationRendition, bytes: Int, for key: Key) {
    guard bytes <= Self.maximumBytes else { return }
    renditions.keep(rendition, bytes: bytes, for: key)
  }
}
