import ScreenMock
import Screens
import Synchronization

/// Screens as scenarios have them, kept for a while: made once for all requests.
final class MadeScreens: Sendable {
  /// Memory of all that are kept, about.
  static let maximumBytes = 32 << 20

  private struct Key: Hashable {
    let served: ObjectIdentifier
    let scenario: UInt64
  }

  private struct Made {
    /// Keeps the identifier from being another's.
    let served: ServedScreen
    let screen: ServedScreen
    let bytes: Int
  }

  private struct State {
    var screens: [Key: Made] = [:]
    /// Oldest first.
    var order: [Key] = []
    var bytes = 0
  }

  private let state = Mutex(State())

  /// The screen as a scenario has it, when that has been made.
  func screen(_ served: ServedScreen, by scenario: Scenario) -> ServedScreen? {
    let key = Key(served: ObjectIdentifier(served), scenario: scenario.number)
    return state.withLock { $0.screens[key]?.screen }
  }

  /// The same, made if need be: not for a loop. It is the screen itself where the scenario has nothing to do with it.
  /// - Throws: ``ScreensError/scenarioDoesNotApply(_:_:)``.
  func make(
    _ served: ServedScreen, by scenario: Scenario, catalogue: Catalogue
  ) throws(ScreensError) -> ServedScreen {
    if let known = screen(served, by: scenario) { return known }
    let read = try served.current.screen()
    let made: ServedScreen
    do throws(InvalidDocument) {
      guard let changed = try scenario.apply(to: read, catalogue: catalogue) else { return served }
      made = served.replaced(by: changed)
    } catch {
      throw .scenarioDoesNotApply(scenario.name, error.diagnostics)
    }
    // What the scenario brings along may be in every arm, plain and gzipped.
    let bytes = try made.prepare().reckonedBytes + scenario.bytes * 3 * read.arms.count
    return keep(
      Made(served: served, screen: made, bytes: bytes),
      as: Key(served: ObjectIdentifier(served), scenario: scenario.number))
  }

  /// The first one that was made of those that are made at once.
  private func keep(_ made: Made, as key: Key) -> ServedScreen {
    guard made.bytes <= Self.maximumBytes / 2 else { return made.screen }
    return state.withLock { state in
      if let known = state.screens[key] { return known.screen }
      state.screens[key] = made
      state.order.append(key)
      state.bytes += made.bytes
      while state.bytes > Self.maximumBytes, !state.order.isEmpty {
        state.bytes -= state.screens.removeValue(forKey: state.order.removeFirst())?.bytes ?? 0
      }
      return made.screen
    }
  }
}
