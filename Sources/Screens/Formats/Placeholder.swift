/// A `"$name"` in a wire format that is replaced by a value.
package enum Placeholder: String, Sendable, CaseIterable {
  case items, sections, screenName, route, version, experiment, variant, header, footer, id, viewType, content

  private static let ofAll: Set<Placeholder> = [.screenName, .route, .version, .experiment, .variant]
  /// Those that the template of a screen can have.
  package static let ofScreens = ofAll.union([.items, .sections])
  package static let ofSections = ofAll.union([.items, .id, .header, .footer])
  package static let ofItems = ofAll.union([.id, .viewType, .content])
  /// Those that can stand for the name of a member.
  package static let ofNames: Set<Placeholder> = [.id, .viewType]
}
