import Screens

/// A cache of versions that are not current. A version never changes, so entries stay valid.
final class VersionCache: Sendable {
  /// The limit of ``PreparedScreen/estimatedBytes`` of all versions: about a hundred usual screens, or a few of the
  /// largest.
  static let maximumBytes = 32 << 20

  private struct Key: Hashable {
    let route: Route
    let version: Int
  }

  private let maximumBytes: Int
  private let screens: BoundedCache<Key, PreparedScreen>

  init(maximumBytes: Int = VersionCache.maximumBytes) {
    self.maximumBytes = maximumBytes
    screens = BoundedCache(maximumBytes: maximumBytes)
  }

  /// The cached version, or else a new one, which is cached.
  func screen(
    _ route: Route, version: Int, make: () throws(ScreensError) -> PreparedScreen
  ) throws(ScreensError) -> PreparedScreen {
    if let kept = screen(route, ifKept: version) { return kept }
    let made = try make()
    keep(made)
    return made
  }

  /// The cached version; nil if there is none.
  func screen(_ route: Route, ifKept version: Int) -> PreparedScreen? {
    screens.value(Key(route: route, version: version))
  }

  /// Caches a version.
  func keep(_ screen: PreparedScreen) {
    // A very large version would evict too many others.
    guard screen.estimatedBytes <= maximumBytes / 2 else { return }
    screens.keep(
      screen, bytes: screen.estimatedBytes,
      for: Key(route: screen.screen.route, version: screen.screen.version))
  }

  /// Removes all versions. They contain renditions, so this is necessary when formats change.
  func removeAll() { screens.removeAll() }
}
