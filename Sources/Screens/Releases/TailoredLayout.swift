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

  package private(set) var layout = Layout(sections: [])
  package private(set) var downgrades: [Downgrade] = []

  /// - Parameters:
  ///   - shows: whether the app can show an item.
  ///   - holds: whether a requirement is met.
  package init(
    _ layout: Layout, shows: (Item) -> Bool, holds: (Requirement) -> Bool = { _ in true }
  ) {
    for var section in layout.sections {
      if let requires = section.requires, !holds(requires) { continue }
      section.items = section.items.compactMap { item in
        var isDowngraded = false
        for candidate in item.chain {
          if let requires = candidate.requires, !holds(requires) { continue }
          if shows(candidate) {
            if isDowngraded {
              downgrades.append(Downgrade(item: item.id, effect: .fallback, original: item))
            }
            return candidate
          }
          isDowngraded = true
        }
        if isDowngraded { downgrades.append(Downgrade(item: item.id, effect: .dropped, original: item)) }
        return nil
      }
      self.layout.sections.append(section)
    }
  }
}

extension Layout {
  /// All requirements of sections, items and fallbacks, in the order of the layout.
  package var requirements: [Requirement] {
    sections.flatMap { section in
      [section.requires].compactMap { $0 } + section.items.flatMap(\.chain).compactMap(\.requires)
    }
  }
}
