/// A `"$name"` that stands for a value in a wire format.
enum Placeholder: String, Sendable, CaseIterable {
  case items, sections, screenName, route, version, experiment, variant, header, footer, id, viewType, content

  /// Whether the value may be absent, and with it the member or element that it would be.
  ///
  /// The id of an item never is, but that of a section may be.
  var mayBeAbsent: Bool {
    switch self {
    case .experiment, .variant, .header, .footer, .id: true
    case .items, .sections, .screenName, .route, .version, .viewType, .content: false
    }
  }
}
