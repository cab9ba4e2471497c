import Assignment
import JSONText
import Screens

/// A screen that has been read, with a rendition for each format and arm: serving it picks one.
final class PreparedScreen: Sendable {
  let screen: PublishedScreen
  /// In their order.
  let experiments: [CompiledExperiment]
  /// Whether an experiment needs more of a request than its unit.
  let needsAttributes: Bool
  let space: ArmSpace
  /// Tells it from all other screens and versions.
  let number: UInt64
  /// By format, then by arm.
  private let renditions: [String: [ArmRendition]]
  /// Those of the definition's own format.
  let defaults: [ArmRendition]
  /// Whether all that is asked of a request is who it is for: no item or section requires anything, no variant is forced
  /// on all.
  let isPlain: Bool
  /// What it is prepared for.
  enum Purpose {
    case inForce
    /// A version before the current one.
    case earlier
    case draft
    /// What a scenario has made of a screen.
    case scenario
  }

  let purpose: Purpose
  /// Whether it is noted who is shown it.
  var exposes: Bool { purpose == .inForce }
  private let requires: [Bool]
  private let address: PublicAddress
  private let formats: [String: WireFormat]
  private let tailored = TailoredScreens()
  private let counts: [RequestTally.ArmCounts]

  /// About the memory that it takes once it is served: its definition as values, and a body of each arm, plain and
  /// gzipped.
  let reckonedBytes: Int

  init(
    _ screen: PublishedScreen, formats: [String: WireFormat], tally: RequestTally, address: PublicAddress,
    purpose: Purpose
  ) {
    self.screen = screen
    self.address = address
    number = tally.nextScreen()
    self.purpose = purpose
    experiments = screen.definition.experiments.map(\.compiled)
    needsAttributes = experiments.contains(where: \.needsAttributes)
    space = ArmSpace(screen.definition.experiments)
    let extent = JSONExtent(of: screen.definition.json)
    // Of many combinations those are rendered that somebody asks for; their lists of items are there.
    let rendered = min(screen.arms.count, ArmSpace.maximumCombinations + 1)
    let items = screen.arms.reduce(0) { $0 + $1.layout.sections.reduce(0) { $0 + $1.items.count } }
    reckonedBytes = extent.values * 64 + extent.bytes * (1 + 2 * rendered) + items * MemoryLayout<Item>.stride
    let counts = screen.arms.map { arm in
      tally.arm(
        RequestTally.Served(route: screen.route.name, choices: arm.choices))
    }
    self.counts = counts
    self.formats = formats
    requires = screen.arms.map { !$0.layout.requirements.isEmpty }
    isPlain = !requires.contains(true) && screen.forced.isEmpty
    var renditions: [String: [ArmRendition]] = [:]
    for format in formats.values {
      renditions[format.name] = zip(screen.arms, counts).map { arm, counts in
        ArmRendition(screen, arm: arm, format: format, counts: counts, address: address)
      }
    }
    self.renditions = renditions
    defaults = renditions[screen.definition.format] ?? []
  }

  func renditions(format: String) -> [ArmRendition]? { renditions[format] }

  /// Items of all arms: what its renditions cost.
  var itemCount: Int { screen.arms.reduce(0) { $0 + $1.layout.items.count } }

  /// Whether items or sections of an arm require something of a request.
  func requires(arm: Int) -> Bool { requires.indices.contains(arm) && requires[arm] }

  /// What an app gets that cannot show all of an arm, or of which the arm requires something; nil for a format or arm
  /// that is not there. `render`: whether one that is not at hand is made, which takes time.
  func tailored(
    format: String, arm number: Int, capabilities: Capabilities?, attributes: Attributes, render: Bool
  ) -> ArmRendition? {
    guard let format = formats[format], screen.arms.indices.contains(number), counts.indices.contains(number)
    else { return nil }
    let arm = screen.arms[number]
    // What the layout comes to depends on these answers alone, so that apps that can show the same share it.
    let release = capabilities?.lookingAtContent
    let types = release == nil ? capabilities : nil
    var shown: [Bool] = []
    for section in arm.layout.sections {
      if let requires = section.requires { shown.append(requires.holds(attributes)) }
      for item in section.items {
        for candidate in item.chain {
          if let requires = candidate.requires { shown.append(requires.holds(attributes)) }
          if let types { shown.append(types.names(candidate.viewType)) }
        }
      }
    }
    let key = TailoredScreens.Key(
      format: format.name, arm: number, shown: shown, release: release, saysCapabilities: capabilities != nil)
    if let rendition = tailored.rendition(key) { return rendition }
    guard render else { return nil }
    let tailoring = Tailoring(
      arm.layout, shows: { capabilities?.shows($0) ?? true }, holds: { $0.holds(attributes) })
    let rendition = ArmRendition(
      screen, arm: Arm(choices: arm.choices, layout: tailoring.layout), format: format,
      counts: counts[number], address: address, downgrades: tailoring.downgrades,
      vary: capabilities == nil ? "" : ", Accept-View-Types, Client-Release")
    tailored.keep(rendition, for: key)
    return rendition
  }

  /// Renders what most requests ask for. Combinations with an experiment that a unit is not in are rendered when they
  /// are first asked for, unless it is in none.
  func renderDefaults() {
    // What names assets can't be written before it is known where the server is.
    guard address.url != nil || !screen.namesAssets else { return }
    for (arm, rendition) in zip(screen.arms, defaults)
    where arm.choices.isEmpty || arm.choices.count == experiments.count {
      _ = rendition.rendered()
    }
  }
}
