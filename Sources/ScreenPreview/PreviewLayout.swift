package import JSONText
package import Screens

/// The sections of a screen as one app shows them, optionally with placeholders for items that it leaves out.
package struct PreviewLayout: Sendable {
  package enum Entry: Sendable {
    /// An item that the app shows. If it is a fallback, or something inside it is missing, the note says so and why.
    case item(Item, id: String, note: String?)
    case absent(id: String, viewType: String, reason: String)
    /// An item of a draft that is not valid yet.
    case unfinished(id: String, DraftPreview.Placeholder)
    /// The header or the footer of a section, where sections are compared item by item.
    case caption(id: String, text: String, isHeader: Bool)

    var id: String {
      switch self {
      case .item(_, let id, _), .absent(let id, _, _), .unfinished(let id, _), .caption(let id, _, _): id
      }
    }
  }

  package struct Section: Sendable {
    let id: String?
    let header: String?
    let footer: String?
    var entries: [Entry]
  }

  package private(set) var sections: [Section]

  /// - Parameters:
  ///   - layout: the definition's items in the variants of the unit.
  ///   - app: the name of the app in notes and reasons, such as `ios/1.3.0`; nil for "the app".
  ///   - isAnnotated: whether items that are left out have placeholders.
  ///   - shows: whether the app can show an item.
  ///   - holds: whether a requirement is met.
  ///   - placeholders: what stands for the invalid items of a draft, by their place in it.
  package init(
    _ layout: Layout, app: String?, isAnnotated: Bool, shows: (Item) -> Bool, holds: (Requirement) -> Bool,
    placeholders: [JSONPointer: DraftPreview.Placeholder] = [:]
  ) {
    func placeholder(_ item: Item) -> Entry? {
      placeholders[item.origin].map { .unfinished(id: item.id, $0) }
    }
    func isVisible(_ item: Item) -> Bool { placeholders[item.origin] != nil || shows(item) }
    let tailored = TailoredLayout(layout, shows: isVisible, holds: holds).layout
    guard isAnnotated else {
      sections = tailored.sections.map { section in
        Section(
          id: section.id, header: section.header, footer: section.footer,
          entries: section.items.map { placeholder($0) ?? .item($0, id: $0.id, note: nil) })
      }
      return
    }
    sections = layout.sections.map { section in
      let isShown = section.requires.map(holds) ?? true
      let entries = section.items.map { item -> Entry in
        let reason: String
        let one = TailoredLayout(
          Layout(sections: [Self.section(of: item)]), shows: isVisible, holds: holds)
        if !isShown {
          reason = "left out: its section needs a condition that this request does not meet"
        } else if let entry = placeholder(item) {
          return entry
        } else if let shown = one.layout.items.first {
          return .item(
            shown, id: item.id, note: Self.note(on: shown, for: item, one.downgrades, app ?? "the app"))
        } else if one.downgrades.isEmpty {
          reason = "left out: this request does not meet its condition"
        } else {
          reason = "left out: \(app ?? "the app") cannot show \(item.viewType), and there is no fallback"
        }
        return .absent(id: item.id, viewType: item.viewType, reason: reason)
      }
      return Section(id: section.id, header: section.header, footer: section.footer, entries: entries)
    }
  }

  /// What an app shows differently in the place of an item; nil if it shows the item with all that is inside it.
  private static func note(
    on shown: Item, for item: Item, _ downgrades: [TailoredLayout.Downgrade], _ app: String
  ) -> String? {
    let isDowngraded = downgrades.contains { $0.effect == .fallback && $0.original == item }
    if isDowngraded || shown.origin != item.origin {
      return "in place of \(item.viewType), "
        + (isDowngraded ? "which \(app) cannot show" : "whose condition this request does not meet")
    }
    let effects: [(verb: String, effect: TailoredLayout.Downgrade.Effect)] = [
      ("does not show", .dropped), ("shows a fallback for", .fallback),
    ]
    let parts = effects.compactMap { verb, effect in
      let ids = downgrades.filter { $0.effect == effect }.map(\.item)
      return ids.isEmpty ? nil : "\(verb) \(ids.joined(separator: ", "))"
    }
    return parts.isEmpty ? nil : "\(app) " + parts.joined(separator: ", and ")
  }

  private static func section(of item: Item) -> Screens.Section {
    Screens.Section(id: nil, items: [item], origin: item.origin)
  }

  var isGrouped: Bool { sections.contains { $0.header != nil || $0.footer != nil } }
}
