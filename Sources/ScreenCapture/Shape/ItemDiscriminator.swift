import JSONText
import Screens

/// The member of objects in an array that says what kind of item each is.
struct ItemDiscriminator {
  let name: String
  /// Whether the name is one of ``usualNames``.
  let isUsual: Bool

  /// The usual names, the clearest ones first.
  static let usualNames = [
    "viewType", "view_type", "cellType", "cell_type", "cellIdentifier", "sectionComponentType",
    "componentType",
    "component_type", "itemType", "item_type", "blockType", "block_type", "widgetType", "widget_type",
    "component",
    "widget", "block", "viewKind", "kind", "type", "_type", "@type", "__typename", "template", "layout",
  ]

  /// Names whose values differ by chance, or say something else.
  private static let otherNames: Set<String> = [
    "id", "uuid", "name", "title", "text", "url", "language", "locale",
  ]

  /// Finds the discriminator; nil if there is none.
  init?(of elements: [JSONValue]) {
    guard let first = elements.first?.objectValue else { return nil }
    let candidates = first.names.filter { name in
      elements.allSatisfy { $0[name]?.stringValue.map(Name.isViewType) ?? false }
    }
    if let usual = Self.usualNames.first(where: candidates.contains) {
      (name, isUsual) = (usual, true)
      return
    }
    // Otherwise the member with the fewest values, if each occurs twice on average.
    let counted = candidates.filter { !Self.otherNames.contains($0) }.map { name in
      (name: name, count: Set(elements.compactMap { $0[name]?.stringValue }).count)
    }
    guard let best = counted.min(by: { $0.count < $1.count }), best.count * 2 <= elements.count else {
      return nil
    }
    (name, isUsual) = (best.name, false)
  }
}
