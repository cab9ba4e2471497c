import Screens
import Synchronization

/// Earlier versions that were asked for by number, kept for a while: a version never changes.
final class EarlierScreens: Sendable {
  /// Items of all that are kept: as many as the largest screens have, or some hundred usual screens.
  static let maximumItems = 20_000

  private struct Key: Hashable {
    let route: Route
    let version: Int
  }

  private struct State {
    var screens: [Key: PreparedScreen] = [:]
    /// Oldest first.
    var order: [Key] = []
    var items = 0
  }

  private let state = Mutex(State())

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
    state.withLock { state in
      guard state.screens.updateValue(screen, forKey: key) == nil else { return }
      state.order.append(key)
      state.items += screen.itemCount
      while state.items > Self.maximumItems, !state.order.isEmpty {
        state.items -= state.screens.removeValue(forKey: state.order.removeFirst())?.itemCount ?? 0
      }
    }
  }

  /// For when the formats have changed, in which they were rendered.
  func removeAll() { state.withLock { $0 = State() } }
}
