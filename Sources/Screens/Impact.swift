/// What becomes of a screen's items in the releases that are supported.
package struct Impact: Sendable {
  /// An item that a release does not show as it is.
  package struct Entry: Sendable, Equatable {
    package let release: ReleaseName
    /// The variants that the arm is made of; nil for the definition as it is.
    package let variant: String?
    package let item: String
    package let effect: Tailoring.Downgrade.Effect
  }

  /// More entries than this are counted, not kept.
  package static let maximumKept = 1000

  package private(set) var entries: [Entry] = []
  package private(set) var count = 0
  /// Whether there was a release to look at.
  package let isKnown: Bool
  /// What keeps the screen from being published.
  package private(set) var refusals = Diagnostics()

  package static let none = Impact()

  private init() { isKnown = false }

  /// - Parameter refusesDrops: whether an item that a supported release drops is a refusal. A screen that is left
  ///   empty always is one.
  package init(of screen: PublishedScreen, in releases: some Sequence<Release>, refusesDrops: Bool) {
    let supported = releases.filter(\.isSupported).sorted { $0.name < $1.name }
    isKnown = !supported.isEmpty
    for release in supported {
      for arm in screen.arms {
        let tailored = Tailoring(arm.layout, shows: release.shows)
        for downgrade in tailored.downgrades {
          add(
            Entry(
              release: release.name, variant: screen.name(of: arm), item: downgrade.item,
              effect: downgrade.effect)
          )
          if refusesDrops, downgrade.effect == .dropped {
            refuse(downgrade, release: release.name, screen.name(of: arm))
          }
        }
        if tailored.layout.items.isEmpty, let first = arm.layout.items.first {
          refusals.add(
            Diagnostic(
              .leftEmpty, at: first.origin,
              "the release \(release.name) would show nothing\(Self.suffix(screen.name(of: arm)))",
              hint: "give an item a fallback that it shows"))
        }
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    count += 1
    if entries.count < Self.maximumKept { entries.append(entry) }
  }

  private mutating func refuse(_ downgrade: Tailoring.Downgrade, release: ReleaseName, _ variant: String?) {
    refusals.add(
      Diagnostic(
        .dropsItem, at: downgrade.original.origin,
        "the release \(release) would drop the item \(quoted(downgrade.item))\(Self.suffix(variant))",
        hint: "give it a fallback that the release shows"))
  }

  private static func suffix(_ variant: String?) -> String {
    variant.map { " in the variant \(quoted($0))" } ?? ""
  }
}
