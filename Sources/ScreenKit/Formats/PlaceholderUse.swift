/// A `"$name"` of a template with its path, such as `$values.bar.title` or `$items.body?`.
struct PlaceholderUse: Hashable, Sendable {
  let placeholder: Placeholder
  /// What follows the name: the members of `values`, or the id of a section.
  let path: [String]
  /// Whether an absent value is sent as `null`.
  let isNullable: Bool

  /// Parses the text after `$`; nil if it is none.
  init?(_ text: String) {
    var parts = text.unicodeScalars[...]
    isNullable = parts.last == "?"
    if isNullable { parts = parts.dropLast() }
    let name = parts.prefix { $0 != "." }
    guard let placeholder = Placeholder(rawValue: String(name)) else { return nil }
    self.placeholder = placeholder
    let rest = String(parts.dropFirst(name.count))
    switch placeholder {
    case .values, .page:
      path = rest.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map(String.init)
      if path.contains("") || placeholder == .page && path.isEmpty { return nil }
    // The ids of sections can have dots.
    case .items, .item: path = rest.isEmpty ? [] : [String(rest.dropFirst())]
    default:
      path = []
      if !rest.isEmpty { return nil }
    }
    if placeholder == .item, path.isEmpty { return nil }
  }

  /// Whether the member or element that has the placeholder is left out when the value is absent.
  ///
  /// An item always has an id; a section may have none.
  var mayBeAbsent: Bool {
    guard !isNullable else { return false }
    switch placeholder {
    case .experiment, .variant, .header, .footer, .id, .values, .item: return true
    // The last page has neither.
    case .page: return ["next", "cursor"].contains(path.first)
    case .items, .itemsByID, .roots, .sections, .screenName, .route, .version, .viewType, .content:
      return false
    }
  }

  /// The kinds of JSON values that are sent.
  var kinds: JSONKinds {
    let kinds: JSONKinds =
      switch placeholder {
      case .screenName, .route, .experiment, .variant, .header, .footer, .id: .string
      case .version: .number
      case .viewType: [.string, .number]
      case .items, .roots, .sections: .array
      case .itemsByID: .object
      case .values: path.isEmpty ? .object : .any
      case .item, .page, .content: .any
      }
    return isNullable ? kinds.union(.null) : kinds
  }
}
