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
    state.withLock { state in
      guard state.screens.updateValue(made, forKey: key) == nil else { return }
      state.order.append(key)
      state.items += made.itemCount
      while state.items > Self.maximumItems, !state.order.isEmpty {
        state.items -= state.screens.removeValue(forKey: state.order.removeFirst())?.itemCount ?? 0
      }
    }
    return made
  }

  /// For when the formats have changed, in which they were rendered.
  func removeAll() { state.withLock { $0 = State() } }
}
