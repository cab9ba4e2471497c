import Screens
import Synchronization

/// Versions that are not the current ones, kept for a while: a version never changes.
final class EarlierScreens: Sendable {
  /// Memory of all that are kept, by the reckoning of ``PreparedScreen/reckonedBytes``: some hundred usual screens, or a
  /// few of the largest.
  static let maximumBytes = 32 << 20

  private struct Key: Hashable {
    let route: Route
    let version: Int
  }

  private struct State {
    var screens: [Key: PreparedScreen] = [:]
    /// Oldest first.
    var order: [Key] = []
    var bytes = 0
  }

  private let maximumBytes: Int
  private let state = Mutex(State())

  init(maximumBytes: Int = EarlierScreens.maximumBytes) { self.maximumBytes = maximumBytes }

  func screen(
    _ route: Route, version: Int, make: () throws(ScreensError) -> PreparedScreen
  ) throws(ScreensError) -> PreparedScreen {
    let key = Key(route: route, version: version)
    if let kept = state.withLock({ $0.screens[key] }) { return kept }
    let made = try make()
    keep(made, as: key)
    return made
  }

  /// A version that is at hand; nil for one that would have to be read.
  func screen(_ route: Route, ifKept version: Int) -> PreparedScreen? {
    state.withLock { $0.screens[Key(route: route, version: version)] }
  }

  /// Keeps a version that another one has taken the place of.
  func keep(_ screen: PreparedScreen) {
    keep(screen, as: Key(route: screen.screen.route, version: screen.screen.version))
  }

  private func keep(_ screen: PreparedScreen, as key: Key) {
    // One that is so large drives out no others.
    guard screen.reckonedBytes <= maximumBytes / 2 else { return }
    state.withLock { state in
      guard state.screens.updateValue(screen, forKey: key) == nil else { return }
      state.order.append(key)
      state.bytes += screen.reckonedBytes
      while state.bytes > maximumBytes, !state.order.isEmpty {
        state.bytes -= state.screens.removeValue(forKey: state.order.removeFirst())?.reckonedBytes ?? 0
      }
    }
  }

  /// For when the formats have changed, in which they were rendered.
  func removeAll() { state.withLock { $0 = State() } }
}
