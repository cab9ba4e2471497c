import ScreenMock
import Screens

/// A cache of screens changed by scenarios. Each is made once for all requests.
final class ScenarioScreenCache: Sendable {
  /// The limit of estimated memory, in bytes.
  static let maximumBytes = 32 << 20

  private struct Key: Hashable {
    let served: UInt64
    let scenario: UInt64
  }

  private let screens = BoundedCache<Key, ServedScreen>(maximumBytes: maximumBytes)

  /// The cached screen; nil if there is none.
  func screen(_ served: ServedScreen, by scenario: Scenario) -> ServedScreen? {
    screens.value(Key(served: served.number, scenario: scenario.number))
  }

  /// The screen changed by a scenario, made if necessary. It takes time: do not call it on a loop.
  /// - Returns: the given screen if the scenario does not change it.
  /// - Throws: ``ScreensError/scenarioDoesNotApply(_:_:)``, ``ScreensError/damaged(_:)``.
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
    // The content of the scenario can be in every combination, plain and gzipped.
    let bytes = try made.prepare().estimatedBytes + scenario.bytes * 3 * read.combinations.count
    // A very large screen would evict too many others.
    guard bytes <= Self.maximumBytes / 2 else { return made }
    return screens.keep(
      made, bytes: bytes, for: Key(served: served.number, scenario: scenario.number))
  }
}
