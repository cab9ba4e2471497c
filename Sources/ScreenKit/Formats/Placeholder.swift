/// The name of a `"$name"` of a wire format, which the server replaces with a value.
enum Placeholder: String, Sendable, CaseIterable {
  case items, item, itemsByID, roots, sections, screenName, values, page, route, version, experiment, variant
  case header, footer, id, viewType, content

  private static let ofAll: Set<Placeholder> = [.screenName, .route, .version, .experiment, .variant]
  /// Those that the template of a screen can have.
  static let ofScreens = ofAll.union([.items, .item, .itemsByID, .roots, .sections, .values, .page])
  /// Those that the template of a section can have.
  static let ofSections = ofAll.union([.items, .itemsByID, .roots, .id, .header, .footer, .values])
  /// Those that the template of an item can have.
  static let ofItems = ofAll.union([.id, .viewType, .content])
  /// Those that can stand for the name of a member.
  static let ofNames: Set<Placeholder> = [.id, .viewType]
  /// Those whose members can stand at the place of `"..."`.
  static let ofSpreads: Set<Placeholder> = [.content, .values]
}
