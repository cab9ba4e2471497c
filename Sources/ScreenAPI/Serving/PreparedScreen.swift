import Assignment
import JSONText
import Screens
import Synchronization

/// A parsed screen with a rendition for each format and combination. Serving chooses one of them. State: published
/// screen.
final class PreparedScreen: Sendable {
  let screen: PublishedScreen
  /// The experiments in the order of the definition.
  let experiments: [CompiledExperiment]
  /// Those whose units get tokens. None of an earlier version, a draft or a scenario.
  let measured: [MeasuredExperiment]
  /// Whether an experiment needs other attributes than the unit.
  let needsAttributes: Bool
  let space: CombinationSpace
  /// An id that is unique among the screens that share a ``RequestTally``.
  let number: UInt64
  /// An id that is unique in this process: sessions have tallies of their own.
  let identity = identities.add(1, ordering: .relaxed).newValue
  private static let identities = Atomic<UInt64>(0)
  /// The renditions by format, then by the index of the combination.
  private let renditions: [ExactString: [CombinationRendition]]
  /// The renditions in the definition's own format, by the index of the combination.
  let defaults: [CombinationRendition]
  /// Whether the response depends on the unit alone: nothing has `requires`, and no variant is forced for all units.
  let isPlain: Bool
  /// The reason for preparing a screen.
  enum Purpose {
    /// The current version.
    case current
    /// A version before the current one.
    case earlier
    case draft
    /// A screen changed by a scenario.
    case scenario
  }

  let purpose: Purpose
  /// Whether exposures of the screen are recorded.
  var recordsExposures: Bool { purpose == .current }
  /// What decides how each combination looks for an app.
  private let questions: [LayoutQuestions]
  /// The view types of all combinations, without fallbacks.
  private let viewTypes: Set<String>
  private let address: PublicAddress
  let formats: [String: WireFormat]
  /// Whether the bodies depend on the address by which the client reached the server.
  let dependsOnAddress: Bool
  let tailored: TailoredRenditionCache
  private let counts: [RequestTally.CombinationCounts]
  /// Requests with a unit. All versions of the screen share it.
  let unitRequests: StripedCounter
  private let surrogateKeys: String
  private let bodies: SharedBodies?
  private let releaseDigests = ReleaseDigestIndex()

  /// The languages of a screen with translations; nil for other screens, and for a screen in one of the languages.
  let languages: ServedLanguages?
  private let tally: RequestTally

  /// The approximate memory of the screen with its renditions, in bytes: the parsed definition, and a body of each
  /// combination, plain and gzipped.
  let estimatedBytes: Int

  /// - Parameter languages: those of the server, which a screen without translations does not use.
  convenience init(
    _ screen: PublishedScreen, formats: [String: WireFormat], languages: ServedLanguages?,
    tally: RequestTally, address: PublicAddress, purpose: Purpose
  ) {
    let languages = screen.definition.translations.isEmpty ? nil : languages
    self.init(
      languages.map { screen.with(screen.combinations, in: $0.languages.default) } ?? screen,
      formats: formats,
      languages, sharing: languages?.bodies, tailored: TailoredRenditionCache(), tally: tally,
      number: tally.nextScreen(), address: address, purpose: purpose)
  }

  /// The screen in another language. It has the number of this one: a unit that changes its language sees the same
  /// experiments.
  /// - Parameters:
  ///   - bodies: the bodies of the screens in other languages.
  ///   - tailored: the renditions of all screens in other languages.
  func `in`(
    _ language: LanguageTag, _ languages: Languages, _ catalogue: Catalogue, sharing bodies: SharedBodies,
    tailored: TailoredRenditionCache
  ) -> PreparedScreen {
    PreparedScreen(
      screen.translated(into: language, languages, in: catalogue), formats: formats, nil, sharing: bodies,
      tailored: tailored, tally: tally, number: number, address: address, purpose: purpose)
  }

  private init(
    _ screen: PublishedScreen, formats: [String: WireFormat], _ languages: ServedLanguages?,
    sharing bodies: SharedBodies?, tailored: TailoredRenditionCache, tally: RequestTally, number: UInt64,
    address: PublicAddress, purpose: Purpose
  ) {
    self.screen = screen
    self.languages = languages
    self.bodies = bodies
    self.tailored = tailored
    self.tally = tally
    unitRequests = tally.traffic.counter(of: screen.route.name)
    self.number = number
    self.address = address
    // The address of a next page has the path of a session or a change set.
    let dependsOnAddress =
      address.fixed == nil && screen.refersToAssets || screen.definition.pages != nil
    self.dependsOnAddress = dependsOnAddress
    self.purpose = purpose
    experiments = screen.definition.experiments.map(\.compiled)
    measured =
      purpose == .current ? screen.definition.experiments.compactMap { MeasuredExperiment($0) } : []
    needsAttributes = experiments.contains(where: \.needsAttributes)
    space = CombinationSpace(screen.definition.experiments)
    let extent = JSONExtent(of: screen.definition.json)
    // If there are many combinations, only requested ones are rendered, but all have their lists of items.
    let rendered = min(screen.combinations.count, CombinationSpace.maximumCombinations + 1)
    let items = screen.combinations.reduce(0) { $0 + $1.layout.sections.reduce(0) { $0 + $1.items.count } }
    // Each combination also has a list of its view types.
    estimatedBytes =
      extent.values * 64 + extent.bytes * (1 + 2 * rendered) + items * (MemoryLayout<Item>.stride + 32)
      + screen.definition.translations.bytes
    let counts = screen.combinations.map { combination in
      tally.combination(
        RequestTally.Served(route: screen.route.name, choices: combination.choices))
    }
    self.counts = counts
    self.formats = formats
    questions = screen.combinations.map { LayoutQuestions($0.layout) }
    viewTypes = questions.reduce(into: []) { $0.formUnion($1.ownViewTypes) }
    isPlain = questions.allSatisfy(\.requirements.isEmpty) && screen.forced.isEmpty
    let surrogateKeys = SurrogateKeys.of(screen)
    self.surrogateKeys = surrogateKeys
    var renditions: [ExactString: [CombinationRendition]] = [:]
    for format in formats.values {
      renditions[format.name] = screen.combinations.indices.map { index in
        let combination = screen.combinations[index]
        let page = screen.page(
          of: TailoredLayout(whole: combination.layout), as: format,
          from: screen.firstPage(ofCombination: index, as: format))
        return CombinationRendition(
          screen, combination: combination, format: format, counts: counts[index], address: address,
          dependsOnAddress: dependsOnAddress, surrogateKeys: surrogateKeys, page: page, sharing: bodies)
      }
    }
    self.renditions = renditions
    defaults = renditions[screen.definition.format] ?? []
  }

  func renditions(format: String) -> [CombinationRendition]? { renditions[format] }

  /// The number of items of all combinations, a measure for the cost of rendering.
  var itemCount: Int { screen.combinations.reduce(0) { $0 + $1.layout.itemCount } }

  /// Whether items or sections of a combination have `requires`.
  func requires(combination: Int) -> Bool {
    questions.indices.contains(combination) && !questions[combination].requirements.isEmpty
  }

  /// What decides how a combination looks for an app; nil for an unknown combination.
  func questions(combination: Int) -> LayoutQuestions? {
    questions.indices.contains(combination) ? questions[combination] : nil
  }

  /// Whether an app is known to get every item of a combination, whatever the attributes.
  func isWhole(combination: Int, for capabilities: Capabilities?) -> Bool {
    questions(combination: combination).map { $0.isWhole(for: capabilities) } ?? true
  }

  /// Whether an app that knows these view types gets every item that has no `requires`.
  func isWhole(for names: Set<String>) -> Bool { viewTypes.isSubset(of: names) }

  /// A rendition of a combination whose layout was tailored.
  /// - Parameter cursor: where the page begins; nil for the first one.
  func rendition(
    of tailored: TailoredLayout, number: Int, as format: WireFormat, from cursor: PageCursor?
  ) -> CombinationRendition {
    CombinationRendition(
      screen,
      combination: Combination(choices: screen.combinations[number].choices, layout: tailored.layout),
      format: format, counts: counts[number], address: address,
      dependsOnAddress: dependsOnAddress, dependsOnAttributes: requires(combination: number),
      surrogateKeys: surrogateKeys, downgrades: tailored.downgrades,
      page: screen.page(
        of: tailored, as: format,
        from: cursor ?? screen.firstPage(ofCombination: number, as: format)),
      sharing: bodies)
  }

  /// The rendition of a combination without `requires`, for an app's capabilities; with all items if they are nil.
  func rendition(
    format: String, combination: Int, from cursor: PageCursor?, _ capabilities: Capabilities?, base: String?
  ) -> CombinationRendition? {
    guard capabilities != nil || cursor != nil else {
      return renditions[ExactString(format)].flatMap {
        $0.indices.contains(combination) ? $0[combination] : nil
      }
    }
    return TailoredRendition(
      of: self, format: format, combination: combination, from: cursor, capabilities, Attributes(JSONObject())
    )?.make(at: base)
  }

  /// The rendition with a digest among those of all releases; nil if there is none, or while another request searches.
  /// A screen whose bodies contain the server's address is not searched: each address would render it for all releases.
  func rendition(
    _ digest: String, among releases: [ReleaseName: Release], format: String, combination: Int
  ) -> CombinationRendition? {
    guard !dependsOnAddress else { return nil }
    let names = releases.keys.sorted { $0.description < $1.description }
    func made(_ name: ReleaseName) -> CombinationRendition? {
      releases[name].flatMap {
        rendition(format: format, combination: combination, from: nil, .release($0), base: nil)
      }
    }
    let found = releaseDigests.place(of: digest, format: format, combination: combination, count: names.count)
    {
      made(names[$0])?.rendered(at: nil).digest
    }
    guard let found, names.indices.contains(found), let one = made(names[found]),
      one.rendered(at: nil).has(digest)
    else { return nil }
    return one
  }

  /// Renders the combinations that most requests get: those for units in all experiments, and for units in none. Others
  /// are rendered at their first request.
  func renderDefaults() {
    // The address is not known before the first request.
    guard !dependsOnAddress else { return }
    for (combination, rendition) in zip(screen.combinations, defaults)
    where combination.choices.isEmpty || combination.choices.count == experiments.count {
      _ = rendition.rendered(at: nil)
    }
  }
}
