import Assignment
import Screens

/// The rendition of a combination for one app, or of one of its later pages: the app's capabilities and the `requires` of
/// items and sections select its content. It may have to be rendered first.
struct TailoredRendition {
  private let prepared: PreparedScreen
  private let format: WireFormat
  private let combination: Int
  /// Where the page begins; nil for the first one.
  private let cursor: PageCursor?
  private let capabilities: Capabilities?
  private let attributes: Attributes
  private let key: TailoredRenditionCache.Key

  /// - Returns: nil for an unknown format or combination.
  init?(
    of prepared: PreparedScreen, format: String, combination: Int, from cursor: PageCursor?,
    _ capabilities: Capabilities?, _ attributes: Attributes
  ) {
    guard let format = prepared.formats[format],
      let questions = prepared.questions(combination: combination)
    else { return nil }
    self.prepared = prepared
    self.format = format
    self.combination = combination
    self.cursor = cursor
    self.capabilities = capabilities
    self.attributes = attributes
    let release = capabilities?.releaseWithSchemas
    let answers = questions.answers(release == nil ? capabilities : nil, attributes)
    key = TailoredRenditionCache.Key(
      screen: prepared.identity, format: format.name, combination: combination,
      position: cursor?.position ?? 0, answers: answers, release: release)
  }

  /// The rendition, if it was made before.
  var ifMade: CombinationRendition? { prepared.tailored.rendition(key) }

  /// The rendition. Making it takes time.
  /// - Parameter base: the address by which the client reached the server, if the body depends on it.
  func make(at base: String?) -> CombinationRendition {
    if let made = ifMade { return made }
    let tailored = TailoredLayout(
      prepared.screen.combinations[combination].layout, shows: { capabilities?.shows($0) ?? true },
      holds: { $0.holds(attributes) })
    let rendition = prepared.rendition(of: tailored, number: combination, as: format, from: cursor)
    prepared.tailored.keep(rendition, bytes: rendition.rendered(at: base).bytes, for: key)
    return rendition
  }
}
