/// A layout for one app. Items that the app cannot show are replaced by fallbacks or left out.
package struct TailoredLayout: Sendable, Equatable {
  /// An item that the app cannot show.
  package struct Downgrade: Sendable, Equatable {
    package enum Effect: String, Sendable {
      case fallback, dropped
    }

    package let item: String
    package let effect: Effect
    /// The item in the definition.
    package let original: Item
  }

  package private(set) var layout: Layout
  package private(set) var downgrades: [Downgrade] = []

  /// - Parameters:
  ///   - shows: whether the app can show an item.
  ///   - holds: whether a requirement is met.
  package init(
    _ layout: Layout, shows: (Item) -> Bool, holds: (Requirement) -> Bool = { _ in true }
  ) {
    self.layout = layout
    self.layout.sections = []
    for var section in layout.sections {
      if let requires = section.requires, !holds(requires) { continue }
      section.items = section.items.compactMap { tailored($0, shows, holds) }
      self.layout.sections.append(section)
    }
  }

  /// The first of an item and its fallbacks that the app can show, with the items inside it tailored, too; nil if there
  /// is none. An item whose content is no longer valid, because items inside it are left out, cannot be shown.
  private mutating func tailored(
    _ item: Item, _ shows: (Item) -> Bool, _ holds: (Requirement) -> Bool
  ) -> Item? {
    var isDowngraded = false
    for candidate in item.chain {
      if let requires = candidate.requires, !holds(requires) { continue }
      let before = downgrades.count
      if shows(candidate), let fitting = withTailoredChildren(candidate, shows, holds) {
        if isDowngraded { downgrades.append(Downgrade(item: item.id, effect: .fallback, original: item)) }
        return fitting
      }
      downgrades.removeLast(downgrades.count - before)
      isDowngraded = true
    }
    if isDowngraded { downgrades.append(Downgrade(item: item.id, effect: .dropped, original: item)) }
    return nil
  }

  private mutating func withTailoredChildren(
    _ item: Item, _ shows: (Item) -> Bool, _ holds: (Requirement) -> Bool
  ) -> Item? {
    guard let slots = item.inner?.slots else { return item }
    let tailored = slots.map { slot in
      InnerItems.Slot(
        at: slot.at, isList: slot.isList, items: slot.items.compactMap { self.tailored($0, shows, holds) })
    }
    guard tailored != slots else { return item }
    let changed = item.with(tailored)
    return changed.isValid ? changed : nil
  }
}

extension Layout {
  /// All requirements of sections, items and fallbacks, in the order of the layout.
  package var requirements: [Requirement] {
    sections.flatMap { section in
      [section.requires].compactMap { $0 } + section.items.flatMap(\.alternatives).compactMap(\.requires)
    }
  }
}
