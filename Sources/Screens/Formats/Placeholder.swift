/// The name of a `"$name"` in a wire format.
package enum Placeholder: String, Sendable, CaseIterable {
  case items, item, itemsByID, roots, sections, screenName, values, route, version, experiment, variant,
    header
  case footer, id, viewType, content, page

  private static let ofAll: Set<Placeholder> = [.screenName, .route, .version, .experiment, .variant]
  /// Those that the template of a screen can have.
  package static let ofScreens = ofAll.union([
    .items, .item, .itemsByID, .roots, .sections, .values, .page,
  ])
  package static let ofSections = ofAll.union([.items, .itemsByID, .roots, .id, .header, .footer, .values])
  package static let ofItems = ofAll.union([.id, .viewType, .content])
  /// Those that can stand for the name of a member.
  package static let ofNames: Set<Placeholder> = [.id, .viewType]
  /// Those whose members can be written at the place of `"..."`.
  package static let ofSpreads: Set<Placeholder> = [.content, .values]

  /// How the placeholder is written in messages.
  var shown: String {
    switch self {
    case .item: "$item.ID"
    case .page: "$page.next"
    default: "$" + rawValue
    }
  }
}
