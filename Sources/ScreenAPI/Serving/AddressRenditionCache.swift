import Synchronization

/// A cache of renditions that contain the server's address, by that address.
///
/// Clients choose the address (`Host`), so the memory is bounded. An evicted rendition is rendered again.
final class AddressRenditionCache: Sendable {
  /// The limit of memory, in bytes.
  static let maximumBytes = 32 << 20
  /// The limit of renditions.
  static let maximumCount = 4096
  /// The approximate memory of a rendition without its bodies: two heads for each content coding, and the key.
  private static let overhead = 4096

  private struct Key: Hashable {
    let number: UInt64
    let base: String?
  }

  private let renditions = BoundedCache<Key, Rendition>(
    maximumBytes: maximumBytes, maximumCount: maximumCount)
  private let numbers = Atomic<UInt64>(0)

  /// A new number for a combination in a format.
  func nextNumber() -> UInt64 { numbers.add(1, ordering: .relaxed).newValue }

  /// The cached rendition for an address; nil if there is none.
  func rendition(_ number: UInt64, at base: String?) -> Rendition? {
    renditions.value(Key(number: number, base: base))
  }

  /// Caches a rendition unless there is one already, and evicts the oldest ones beyond the limits.
  /// - Returns: the cached rendition, or the given one if it is too large for the cache.
  func keep(_ rendition: Rendition, _ number: UInt64, at base: String?) -> Rendition {
    let bytes = rendition.bytes + Self.overhead
    // A very large rendition would evict too many others.
    guard bytes <= Self.maximumBytes / 4 else { return rendition }
    return renditions.keep(rendition, bytes: bytes, for: Key(number: number, base: base))
  }
}
