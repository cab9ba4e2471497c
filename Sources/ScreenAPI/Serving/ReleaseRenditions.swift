import JSONText
import Synchronization

/// Which release gets the content with a digest, for content URLs: an index of one screen's digests, which keeps no
/// content. A screen is prepared again when a release changes, so that it stays valid.
final class ReleaseRenditions: Sendable {
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
  /// Held while digests are made: a request for an unknown one must not render a screen that another one renders.
  private let maker = Mutex<Void>(())

  /// The index of the release with a digest; nil if there is none, or if digests are being made.
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
