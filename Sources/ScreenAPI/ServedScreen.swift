import ScreenMock
import Screens
import Synchronization

/// A screen in force as the loops see it. It is read and rendered when it is published, or, after a start, when it
/// is first asked for.
final class ServedScreen: Sendable {
  /// Of how many scenarios the screen is kept as they have it.
  private static let maximumMade = 8

  let current: CurrentScreen
  private let formats: [String: WireFormat]
  private let tally: RequestTally
  private let address: PublicAddress
  /// Whether it is what a scenario has made of the screen.
  private let isMade: Bool
  private let prepared = OnceReference<PreparedScreen>()
  /// As scenarios have it, by their numbers, the oldest first.
  private let made = Mutex<[(scenario: UInt64, screen: ServedScreen)]>([])

  init(
    _ current: CurrentScreen, formats: [String: WireFormat], tally: RequestTally, address: PublicAddress,
    isMade: Bool = false
  ) {
    self.current = current
    self.formats = formats
    self.tally = tally
    self.address = address
    self.isMade = isMade
  }

  var ifPrepared: PreparedScreen? { prepared.load() }

  /// Reads the screen: not for a loop.
  /// - Throws: ``ScreensError/store(_:)`` when what is stored is not what was published.
  func prepare() throws(ScreensError) -> PreparedScreen {
    if let prepared = prepared.load() { return prepared }
    let screen = try current.screen()
    return prepared.storeIfNil(
      PreparedScreen(
        screen, formats: formats, tally: tally, address: address,
        purpose: isMade ? .scenario : .inForce))
  }

  /// The screen as a scenario has it, when that has been made.
  func ifMade(by scenario: Scenario) -> ServedScreen? {
    made.withLock { $0.first { $0.scenario == scenario.number }?.screen }
  }

  /// The same, made if need be: not for a loop. It is this screen where the scenario has nothing to do with it.
  /// - Throws: ``ScreensError/scenarioDoesNotApply(_:_:)``.
  func make(by scenario: Scenario, catalogue: Catalogue) throws(ScreensError) -> ServedScreen {
    if let known = ifMade(by: scenario) { return known }
    let read = try current.screen()
    let screen: ServedScreen
    do throws(InvalidDocument) {
      guard let changed = try scenario.apply(to: read, catalogue: catalogue) else { return self }
      screen = ServedScreen(
        CurrentScreen(changed), formats: formats, tally: tally, address: address, isMade: true)
    } catch {
      throw .scenarioDoesNotApply(scenario.name, error.diagnostics)
    }
    made.withLock { made in
      made.append((scenario.number, screen))
      if made.count > Self.maximumMade { made.removeFirst() }
    }
    return screen
  }
}
