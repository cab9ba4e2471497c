package import JSONText
package import ScreenChaos

extension Layout {
  /// Applies chaos to the layout; nil if it changes nothing, or changes only bodies.
  ///
  /// The result has no requirements and fallbacks: it is the layout for an app that shows every item.
  /// - Parameter schemas: the JSON Schemas of the content, by view type.
  package func changed(by chaos: Chaos, schemas: [String: JSONValue]) -> Layout? {
    let outcome = chaos.apply(to: sections.map(\.forChaos), schemas: schemas)
    guard outcome.isChanged else { return nil }
    var layout = self
    layout.sections = zip(sections, outcome.sections).map { $0.taking($1) }
    return layout
  }
}

extension Section {
  fileprivate var forChaos: ChaosSection {
    ChaosSection(
      id: id, header: header, footer: footer,
      items: items.map { ChaosItem(id: $0.id, viewType: $0.viewType, content: $0.content) })
  }

  fileprivate func taking(_ other: ChaosSection) -> Section {
    var section = self
    let isTemplate = items.contains(where: \.isTemplate)
    section.items = other.items.map {
      Item(
        id: $0.id, viewType: $0.viewType, content: $0.content, isTemplate: isTemplate, origin: origin)
    }
    return section
  }
}
