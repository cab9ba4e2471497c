import Synchronization

/// Patches between renditions, made once: after a publication many clients have the same and want the same.
final class DeltaCache: Sendable {
  /// Bytes of all patches that are kept.
  static let maximumBytes = 4 << 20
  /// Pairs that are kept, those included of which the patch is not worth sending.
  static let maximumCount = 2_000

  /// The entity tags of what a client has and of what it is to have.
  struct Key: Hashable {
    let base: [UInt8]
    let target: [UInt8]
  }

  /// Whether a patch is being looked for or made: one at a time, so that the rest of the work goes on.
  let isBusy = Atomic<Bool>(false)
  private let patches = BoundedCache<Key, [UInt8]?>(maximumBytes: maximumBytes, maximumCount: maximumCount)

  /// A patch that was made before: nil when none was, the nil within when the whole is smaller.
  func known(_ key: Key) -> [UInt8]?? { patches.value(key) }

  /// The patch; nil when the whole is smaller.
  func patch(_ key: Key, make: () -> [UInt8]?) -> [UInt8]? {
    if let known = known(key) { return known }
    let made = make()
    return patches.keep(made, bytes: made?.count ?? 0, for: key)
  }
}
