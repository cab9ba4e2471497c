import ScreenMock
import Screens

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
  }

  private let screens = BoundedCache<Key, Made>(maximumBytes: maximumBytes)

  /// The screen as a scenario has it, when that has been made.
  func screen(_ served: ServedScreen, by scenario: Scenario) -> ServedScreen? {
    screens.value(Key(served: ObjectIdentifier(served), scenario: scenario.number))?.screen
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
    // One that is so large drives out no others.
    guard bytes <= Self.maximumBytes / 2 else { return made }
    return screens.keep(
      Made(served: served, screen: made), bytes: bytes,
      for: Key(served: ObjectIdentifier(served), scenario: scenario.number)
    ).screen
  }
}
