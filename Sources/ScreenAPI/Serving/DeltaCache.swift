import Synchronization

/// A cache of patches between renditions. After a publication, many clients ask for the same patch.
final class DeltaCache: Sendable {
  /// The limit of memory, in bytes.
  static let maximumBytes = 4 << 20
  /// The limit of pairs, including those whose patch would be larger than the body.
  static let maximumCount = 2_000

  /// The entity tags of the client's rendition and of the new one.
  struct Key: Hashable {
    let base: [UInt8]
    let target: [UInt8]
  }

  /// Whether a patch is being made. Only one at a time, so that patches never take all threads.
  let isBusy = Atomic<Bool>(false)
  private let patches = BoundedCache<Key, [UInt8]?>(maximumBytes: maximumBytes, maximumCount: maximumCount)

  /// A cached patch; nil if there is none, and an inner nil if the whole body is smaller than the patch.
  func known(_ key: Key) -> [UInt8]?? { patches.value(key) }

  /// The patch, made if necessary; nil if the whole body is smaller.
  func patch(_ key: Key, make: () -> [UInt8]?) -> [UInt8]? {
    if let known = known(key) { return known }
    let made = make()
    return patches.keep(made, bytes: made?.count ?? 0, for: key)
  }
}
