import JSONText
import Synchronization

/// An index from the digest of a rendition of one screen to the release that gets it, for content URLs. It keeps no
/// content. It stays valid, because a change of a release prepares the screen again.
final class ReleaseDigestIndex: Sendable {
  /// The number of digests to remember. With more, all are forgotten.
  private static let maximumCount = 10_000

  private struct Key: Hashable {
    let format: ExactString
    let combination: Int
  }

  private struct State {
    /// The index of the release by the digest.
    var places: [Key: [String: Int]] = [:]
    var count = 0
  }

  private let state = Mutex(State())
  /// Held while digests are computed, so that two requests for unknown digests do not render the same screen twice.
  private let maker = Mutex<Void>(())

  /// The index of the release with a digest; nil if there is none, or while another request computes digests.
  /// - Parameters:
  ///   - count: the number of releases.
  ///   - make: returns the digest for a release, by its index. It takes time.
  func place(
    of digest: String, format: String, combination: Int, count: Int, make: (Int) -> String?
  ) -> Int? {
    let key = Key(format: ExactString(format), combination: combination)
    if let known = state.withLock({ $0.places[key] }) { return known[digest] }
    let made = maker.withLockIfAvailable { _ in
      var places: [String: Int] = [:]
      for index in 0..<count {
        if let digest = make(index), places[digest] == nil { places[digest] = index }
      }
      state.withLock { state in
        if state.count + places.count > Self.maximumCount { state = State() }
        state.places[key] = places
        state.count += places.count
      }
      return places
    }
    return made?[digest]
  }
}
