/// A `"$name"` of a template with its path, such as `$values.bar.title` or `$items.body?`.
package struct PlaceholderUse: Sendable, Equatable {
  package let placeholder: Placeholder
  /// What follows the name: the members of `values`, the id of a section, or the name of a ``PageValue``.
  package let path: [String]
  /// Whether an absent value is `null`, in place of leaving its member out.
  package let isNullable: Bool

  /// Parses the text after `$`; nil if it is none.
  package init?(_ text: String) {
    var parts = text.unicodeScalars[...]
    isNullable = parts.last == "?"
    if isNullable { parts = parts.dropLast() }
    let name = parts.prefix { $0 != "." }
    guard let placeholder = Placeholder(rawValue: String(name)) else { return nil }
    self.placeholder = placeholder
    let rest = parts.dropFirst(name.count)
    guard !rest.isEmpty else {
      path = []
      // A single item has the id of its section, and a page has several values.
      guard placeholder != .item, placeholder != .page else { return nil }
      return
    }
    let path = String(rest.dropFirst())
    switch placeholder {
    case .values:
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard names.allSatisfy({ !$0.isEmpty && !$0.unicodeScalars.contains { $0.properties.isWhitespace } })
      else { return nil }
      self.path = names
    case .items, .item:
      guard Name.isValid(path) else { return nil }
      self.path = [path]
    case .page:
      guard PageValue(rawValue: path) != nil else { return nil }
      self.path = [path]
    default: return nil
    }
  }
}
