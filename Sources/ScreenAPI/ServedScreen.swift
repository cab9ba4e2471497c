import Screens

/// A screen in force as the loops see it. It is read and rendered when it is published, or, after a start, when it
/// is first asked for.
final class ServedScreen: Sendable {
  let current: CurrentScreen
  private let formats: [String: WireFormat]
  private let tally: RequestTally
  private let address: PublicAddress
  /// Whether it is what a scenario has made of the screen.
  private let isMade: Bool
  private let prepared = OnceReference<PreparedScreen>()

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

  /// The same screen with other content, served in its place.
  func replaced(by screen: PublishedScreen) -> ServedScreen {
    ServedScreen(CurrentScreen(screen), formats: formats, tally: tally, address: address, isMade: true)
  }
}
