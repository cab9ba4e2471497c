import JSONText
import Synchronization

/// The renditions of one screen for all releases, by their digests, for addresses of caches. A screen is prepared anew
/// when a release changes, so they stay valid.
final class ReleaseRenditions: Sendable {
  /// The number of combinations and formats, each at one address of the server, to remember.
  private static let maximumCount = 64

  private struct Key: Hashable {
    let format: ExactString
    let combination: Int
    let base: String?
  }

  private let known = Mutex<[Key: [String: CombinationRendition]]>([:])

  /// The renditions, made if they are not known. Others wait meanwhile, instead of making the same.
  func renditions(
    format: String, combination: Int, base: String?, make: () -> [String: CombinationRendition]
  ) -> [String: CombinationRendition] {
    known.withLock { known in
      let key = Key(format: ExactString(format), combination: combination, base: base)
      if let found = known[key] { return found }
      if known.count >= Self.maximumCount { known.removeAll() }
      let made = make()
      known[key] = made
      return made
    }
  }
}
