import JSONText

extension Diagnostic {
  /// The finding for a `$name` that has no meaning at its place in a template.
  /// - Parameters:
  ///   - isName: whether the text is the name of a member.
  ///   - allowed: the placeholders that have a meaning there.
  static func misplaced(
    _ text: String, as template: TemplateText, isName: Bool, at location: JSONPointer,
    allowed: Set<Placeholder>
  ) -> Diagnostic {
    let noun = isName ? "name" : "text"
    let names = Placeholder.allCases.filter { allowed.contains($0) }.map(\.shown)
    let (message, hint): (String, String?)
    switch template.meaning {
    case .mixed(let placeholder):
      let name = quoted("$" + placeholder.rawValue)
      if text.utf8.starts(with: "$\(placeholder.rawValue).".utf8) {
        message = "\(quoted(text)) is not a path of \(name)"
        hint = placeholder.pathHint
      } else {
        message = "\(name) is only a part of this \(noun), so it is not replaced"
        hint = allowed.contains(placeholder) ? "a placeholder is the whole \(noun): \(name)" : nil
      }
    case .name, .literal:
      let isKnown = PlaceholderUse(String(text.unicodeScalars.dropFirst())) != nil
      if isName {
        message = "\(quoted(text)) cannot be a member's name"
        hint = NearestName.hint(for: text, among: names)
      } else if isKnown {
        message = "\(quoted(text)) has no meaning here"
        hint = "known here: \(names.joined(separator: ", "))"
      } else {
        message = "unknown placeholder \(quoted(text))"
        hint = NearestName.hint(for: text, among: names)
      }
    }
    let literal = "or the \(noun) itself, write \(quoted(template.withoutPlaceholders))"
    let both = hint.map { $0.hasSuffix("?") ? "\($0) F\(literal)" : "\($0); f\(literal)" }
    return Diagnostic(
      .unknownPlaceholder, at: location, anchor: isName ? .name : .value, message,
      hint: both ?? "f\(literal)")
  }
}

extension Placeholder {
  /// What can follow the name.
  fileprivate var pathHint: String {
    switch self {
    case .values: "names of members between dots, without spaces: \"$values.bar.title\""
    case .items, .item: "the id of a section: \"$\(rawValue).body\""
    case .page: "one of \(PageValue.allCases.map { "$page." + $0.rawValue }.joined(separator: ", "))"
    default: "\"$\(rawValue)\" has no members"
    }
  }
}
