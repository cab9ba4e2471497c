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
    let names = Placeholder.allCases.filter { allowed.contains($0) }.map { "$" + $0.rawValue }
    let (message, hint): (String, String?)
    switch template.meaning {
    case .mixed(let placeholder):
      let name = quoted("$" + placeholder.rawValue)
      message = "\(name) is only a part of this \(noun), so it is not replaced"
      hint = allowed.contains(placeholder) ? "a placeholder is the whole \(noun): \(name)" : nil
    case .name, .literal:
      let isKnown = Placeholder(rawValue: String(text.unicodeScalars.dropFirst())) != nil
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
