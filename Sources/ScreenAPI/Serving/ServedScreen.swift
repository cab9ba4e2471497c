import Screens
import Synchronization

/// The current version of a screen. A publication prepares it shortly before it is stored; after a start, the
/// first request does.
final class ServedScreen: PreparedVersion {
  let current: LazyPublishedScreen
  /// Distinguishes it from all other ones of this process.
  let number = numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<UInt64>(0)
  private let formats: [String: WireFormat]
  private let languages: ServedLanguages?
  private let tally: RequestTally
  private let address: PublicAddress
  /// Whether a scenario has changed the screen.
  private let isFromScenario: Bool
  private let prepared = OnceReference<PreparedScreen>()

  init(
    _ current: LazyPublishedScreen, formats: [String: WireFormat], languages: ServedLanguages?,
    tally: RequestTally, address: PublicAddress, isFromScenario: Bool = false
  ) {
    self.languages = languages
    self.current = current
    self.formats = formats
    self.tally = tally
    self.address = address
    self.isFromScenario = isFromScenario
  }

  /// The prepared screen; nil if it has not been read.
  var ifPrepared: PreparedScreen? { prepared.load() }

  /// Reads and prepares the screen. It takes time: do not call it on a loop.
  /// - Throws: ``ScreensError/damaged(_:)`` if the stored version is damaged.
  func prepare() throws(ScreensError) -> PreparedScreen {
    if let prepared = prepared.load() { return prepared }
    let screen = try current.screen()
    return prepared.storeIfNil(
      PreparedScreen(
        screen, formats: formats, languages: languages, tally: tally, address: address,
        purpose: isFromScenario ? .scenario : .current))
  }

  /// The screen with the content that a scenario gives it.
  func replaced(by screen: PublishedScreen) -> ServedScreen {
    ServedScreen(
      LazyPublishedScreen(screen), formats: formats, languages: languages, tally: tally, address: address,
      isFromScenario: true)
  }
}
