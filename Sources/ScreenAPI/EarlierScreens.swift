import Screens

/// Versions that are not the current ones, kept for a while: a version never changes.
final class EarlierScreens: Sendable {
  /// Memory of all that are kept, by the reckoning of ``PreparedScreen/reckonedBytes``: some hundred usual screens, or a
  /// few of the largest.
  static let maximumBytes = 32 << 20

  private struct Key: Hashable {
    let route: Route
    let version: Int
  }

  private let maximumBytes: Int
  private let screens: BoundedCache<Key, PreparedScreen>

  init(maximumBytes: Int = EarlierScreens.maximumBytes) {
    self.maximumBytes = maximumBytes
    screens = BoundedCache(maximumBytes: maximumBytes)
  }

  func screen(
    _ route: Route, version: Int, make: () throws(ScreensError) -> PreparedScreen
  ) throws(ScreensError) -> PreparedScreen {
    if let kept = screen(route, ifKept: version) { return kept }
    let made = try make()
    keep(made)
    return made
  }

  /// A version that is at hand; nil for one that would have to be read.
  func screen(_ route: Route, ifKept version: Int) -> PreparedScreen? {
    screens.value(Key(route: route, version: version))
  }

  /// Keeps a version that another one has taken the place of.
  func keep(_ screen: PreparedScreen) {
    // One that is so large drives out no others.
    guard screen.reckonedBytes <= maximumBytes / 2 else { return }
    screens.keep(
      screen, bytes: screen.reckonedBytes,
      for: Key(route: screen.screen.route, version: screen.screen.version))
  }

  /// For when the formats have changed, in which they were rendered.
  func removeAll() { screens.removeAll() }
}
