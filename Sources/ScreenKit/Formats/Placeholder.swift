/// A `"$name"` of a wire format, which the server replaces with a value.
enum Placeholder: String, Sendable, CaseIterable {
  case items, sections, screenName, route, version, experiment, variant, header, footer, id, viewType, content

  /// The placeholders that can stand for the name of a member.
  static let ofNames: Set<Placeholder> = [.id, .viewType]

  /// Whether the value can be absent, and with it the member or element that holds the placeholder.
  ///
  /// An item always has an id; a section may have none.
  var mayBeAbsent: Bool {
    switch self {
    case .experiment, .variant, .header, .footer, .id: true
    case .items, .sections, .screenName, .route, .version, .viewType, .content: false
    }
  }
}
