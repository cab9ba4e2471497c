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
    /// The number of items of the whole layout before it, or before the one that it is inside of.
    package fileprivate(set) var position = 0
  }

  package private(set) var layout: Layout
  package private(set) var downgrades: [Downgrade] = []
  /// The number of items of the whole layout before each item that is left, without those inside others.
  private(set) var positions: [Int]

  /// - Parameters:
  ///   - shows: whether the app can show an item.
  ///   - holds: whether a requirement is met.
  package init(
    _ layout: Layout, shows: (Item) -> Bool, holds: (Requirement) -> Bool = { _ in true }
  ) {
    self.layout = layout
    self.layout.sections = []
    positions = []
    var end = 0
    for whole in layout.sections {
      let start = end
      end += whole.items.count
      if let requires = whole.requires, !holds(requires) { continue }
      var section = whole
      section.items = []
      for (position, item) in zip(start..<end, whole.items) {
        let before = downgrades.count
        if let item = tailored(item, shows, holds) {
          section.items.append(item)
          positions.append(position)
        }
        for place in before..<downgrades.count { downgrades[place].position = position }
      }
      self.layout.sections.append(section)
    }
  }

  /// The layout for an app that shows everything.
  package init(whole layout: Layout) {
    self.layout = layout
    positions = Array(0..<layout.sections.reduce(0) { $0 + $1.items.count })
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
