package import JSONText
package import Screens

/// The change of one screen between two folders.
package struct ScreenChange: Sendable {
  package enum Effect: String, Sendable {
    case created, updated, deleted
  }

  /// A layout before and after the change, and all cases that show it.
  package struct Picture: Sendable {
    package let cases: [AppCase]
    /// The layout before, with the items that the release does not show.
    let before: Layout
    let after: Layout
    /// The release of the first case; nil for an app that shows all view types.
    let release: Release?
  }

  /// An item that a supported release drops or replaces by its fallback, but did not before the change.
  package struct Downgrade: Sendable {
    package let appCase: AppCase
    package let item: String
    package let effect: TailoredLayout.Downgrade.Effect
    /// The item's location in the new definition.
    package let location: JSONPointer
  }

  /// The differences in one item, or outside of the items.
  package struct Text: Sendable {
    /// Nil for differences outside of the items.
    package let item: String?
    package let differences: [ValueDifference]
  }

  package let route: Route
  package let name: String
  /// The texts after "Before" and "After": the screen's names if the name changes, otherwise empty.
  let titles: (before: String, after: String)
  package let effect: Effect
  package let difference: DefinitionDifference
  package let texts: [Text]
  /// All cases of the screen, changed or not.
  package let cases: [AppCase]
  package let pictures: [Picture]
  package let downgrades: [Downgrade]
  /// The cases that show nothing because their release drops all items, but did not before the change.
  package let emptied: [AppCase]
  package let reassignments: [Reassignment]
  /// The names of assets that the screen refers to and whose files differ.
  package let assets: [String]
  /// The texts that the change leaves without a translation.
  package let untranslated: [TranslationFinding]

  package var drops: [Downgrade] { downgrades.filter { $0.effect == .dropped } }

  /// Whether a supported release loses something.
  package var loses: Bool { !drops.isEmpty || !emptied.isEmpty }

  /// Compares two versions of a screen; nil if they are equal.
  /// - Parameters:
  ///   - catalogue: the view types, which say where content has places for items.
  ///   - releases: the supported releases.
  ///   - changedAssets: the names of assets whose files differ.
  ///   - untranslated: the texts that the change leaves without a translation.
  init?(
    route: Route, from old: PublishedScreen?, to new: PublishedScreen?, in catalogue: Catalogue,
    releases: [Release], changedAssets: Set<String>, untranslated: [TranslationFinding] = []
  ) {
    guard let shown = new ?? old else { return nil }
    let (before, after) = (old?.definition.stored ?? .object([:]), new?.definition.stored ?? .object([:]))
    let named = changedAssets.isEmpty ? [] : AssetReference.names(in: after)
    assets = named.intersection(changedAssets).sorted()
    guard before != after || !assets.isEmpty else { return nil }
    self.route = route
    name = shown.definition.screenName
    let isRenamed = old?.definition.screenName != new?.definition.screenName && old != nil && new != nil
    titles =
      isRenamed
      ? (": \(old?.definition.screenName ?? "")", ": \(new?.definition.screenName ?? "")") : ("", "")
    effect = old == nil ? .created : new == nil ? .deleted : .updated
    self.untranslated = untranslated
    difference = DefinitionDifference(from: before, to: after, in: catalogue)
    texts = effect == .updated ? Self.texts(difference, from: before, to: after, catalogue) : []
    reassignments =
      if let old, let new { Reassignment.all(from: old.definition, to: new.definition) } else { [] }
    let matrix = CaseMatrix(
      from: old, to: new, releases: releases, changedAssets: Set(assets), isRenamed: isRenamed)
    cases = matrix.cases
    pictures = matrix.pictures
    downgrades = matrix.downgrades
    emptied = matrix.emptied
  }

  private static func texts(
    _ difference: DefinitionDifference, from old: JSONValue, to new: JSONValue, _ catalogue: Catalogue
  ) -> [Text] {
    let before = DefinitionDifference.parts(of: old, in: catalogue)
    let after = DefinitionDifference.parts(of: new, in: catalogue)
    var texts = [Text(item: nil, differences: ValueDifference.all(from: before.frame, to: after.frame))]
    for (id, _) in difference.changed {
      guard let one = before.items[id], let other = after.items[id] else { continue }
      texts.append(Text(item: id, differences: ValueDifference.all(from: one, to: other)))
    }
    return texts.filter { !$0.differences.isEmpty }
  }
}

/// The variants and releases of a screen, before and after.
private struct CaseMatrix {
  private(set) var cases: [AppCase] = []
  private(set) var pictures: [ScreenChange.Picture] = []
  private(set) var downgrades: [ScreenChange.Downgrade] = []
  private(set) var emptied: [AppCase] = []

  private struct Known: Hashable {
    let item: ExactString
    let effect: TailoredLayout.Downgrade.Effect
  }

  private struct Key: Hashable {
    let before: [UInt8]
    let after: [UInt8]
  }

  init(
    from old: PublishedScreen?, to new: PublishedScreen?, releases: [Release], changedAssets: Set<String>,
    isRenamed: Bool
  ) {
    var indices: [Key: Int] = [:]
    var grouped: [(cases: [AppCase], before: Layout, after: Layout, release: Release?)] = []
    for (variant, before, after) in Self.variants(of: old, new) {
      for release in [Release?.none] + releases.map({ $0 }) {
        let appCase = AppCase(variant: variant, release: release?.name)
        cases.append(appCase)
        let shows = { (item: Item) in release?.shows(item) ?? true }
        let (one, other) = (TailoredLayout(before, shows: shows), TailoredLayout(after, shows: shows))
        if new != nil, release != nil { note(appCase, from: one, to: other) }
        let key = Key(before: Self.visible(one.layout), after: Self.visible(other.layout))
        let isRedrawn = other.layout.items.contains {
          !changedAssets.isDisjoint(with: AssetReference.names(in: $0.content))
        }
        guard key.before != key.after || isRedrawn || isRenamed else { continue }
        if let index = indices[key] {
          grouped[index].cases.append(appCase)
        } else {
          indices[key] = grouped.count
          grouped.append(([appCase], before, after, release))
        }
      }
    }
    pictures = grouped.map {
      ScreenChange.Picture(cases: $0.cases, before: $0.before, after: $0.after, release: $0.release)
    }
  }

  private mutating func note(_ appCase: AppCase, from old: TailoredLayout, to new: TailoredLayout) {
    let known = Set(old.downgrades.map { Known(item: ExactString($0.item), effect: $0.effect) })
    for downgrade in new.downgrades {
      if !known.contains(Known(item: ExactString(downgrade.item), effect: downgrade.effect)) {
        downgrades.append(
          ScreenChange.Downgrade(
            appCase: appCase, item: downgrade.item, effect: downgrade.effect,
            location: downgrade.original.origin))
      }
    }
    // A definition may be empty on purpose.
    if new.layout.items.isEmpty, !new.downgrades.isEmpty, !old.layout.items.isEmpty || old.downgrades.isEmpty
    {
      emptied.append(appCase)
    }
  }

  /// The combinations of both versions with their layouts. If one version lacks a combination, its users get there the
  /// same variants of the experiments that both versions have.
  private static func variants(
    of old: PublishedScreen?, _ new: PublishedScreen?
  ) -> [(name: String?, before: Layout, after: Layout)] {
    let (before, after) = (old?.combinations ?? [], new?.combinations ?? [])
    let known = Set(after.map { Set($0.choices) })
    let isOne =
      old == nil || new == nil
      || old?.definition.onlyExperiment?.key.hasSameScalars(as: new?.definition.onlyExperiment?.key ?? "")
        == true
    return (after + before.filter { !known.contains(Set($0.choices)) }).map { combination in
      let choices = Set(combination.choices)
      let name = isOne ? (new ?? old)?.name(of: combination) ?? combination.name : combination.name
      return (name, layout(nearest: choices, in: before), layout(nearest: choices, in: after))
    }
  }

  /// The layout of the combination that has the most of these choices and no other choice.
  private static func layout(nearest choices: Set<Combination.Choice>, in list: [Combination]) -> Layout {
    let fitting = list.filter { choices.isSuperset(of: $0.choices) }
    return fitting.max { $0.choices.count < $1.choices.count }?.layout ?? Layout(sections: [])
  }

  /// The visible parts of a layout, as bytes that are equal for equal pictures.
  private static func visible(_ layout: Layout) -> [UInt8] {
    let sections = layout.sections.map { section -> JSONValue in
      [
        section.id.map { .string($0) } ?? .null, section.header.map { .string($0) } ?? .null,
        section.footer.map { .string($0) } ?? .null, .object(section.values ?? [:]),
        .array(section.items.map { [.string($0.id), .string($0.viewType), $0.content] }),
      ]
    }
    return JSONValue.array(sections + [.object(layout.values ?? [:])]).serialized()
  }
}
