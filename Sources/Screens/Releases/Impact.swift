import JSONText

/// The items of a screen that supported releases cannot show.
package struct Impact: Sendable {
  /// An item that a release replaces by a fallback or drops.
  package struct Entry: Sendable, Equatable {
    package let release: ReleaseName
    /// The name of the combination; nil for the definition without variants.
    package let variant: String?
    package let item: String
    package let effect: TailoredLayout.Downgrade.Effect
  }

  /// The maximum number of entries to keep. Further ones are only counted.
  package static let maximumKept = 1000

  package private(set) var entries: [Entry] = []
  package private(set) var count = 0
  /// Whether there is a supported release.
  package let hasSupportedReleases: Bool
  /// The findings that prevent publication.
  package private(set) var refusals = Diagnostics()

  package static let none = Impact()

  private init() { hasSupportedReleases = false }

  /// - Parameter refusesDrops: whether a dropped item prevents publication. An empty screen always does.
  package init(of screen: PublishedScreen, in releases: some Sequence<Release>, refusesDrops: Bool) {
    let supported = releases.filter(\.isSupported).sorted { $0.name < $1.name }
    hasSupportedReleases = !supported.isEmpty
    let viewTypes = screen.combinations.map { Set($0.layout.allItems.map { ExactString($0.viewType) }) }
    for release in supported {
      for (combination, viewTypes) in zip(screen.combinations, viewTypes) {
        // Most releases show all view types of a screen, and most have no schemas: then nothing is tailored.
        if !release.hasSchemas, viewTypes.allSatisfy({ release.names($0.text) }) { continue }
        let tailored = TailoredLayout(combination.layout, shows: release.shows)
        for downgrade in tailored.downgrades {
          add(
            Entry(
              release: release.name, variant: screen.name(of: combination), item: downgrade.item,
              effect: downgrade.effect)
          )
          if refusesDrops, downgrade.effect == .dropped {
            refuse(downgrade, release: release.name, screen.name(of: combination))
          }
        }
        if tailored.layout.items.isEmpty, let first = combination.layout.items.first {
          refusals.add(
            Diagnostic(
              .leftEmpty, at: first.origin,
              "the release \(release.name) would show nothing\(Self.suffix(screen.name(of: combination)))",
              hint: "give an item a fallback that it shows"))
        }
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    count += 1
    if entries.count < Self.maximumKept { entries.append(entry) }
  }

  private mutating func refuse(
    _ downgrade: TailoredLayout.Downgrade, release: ReleaseName, _ variant: String?
  ) {
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
