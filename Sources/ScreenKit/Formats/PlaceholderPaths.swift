/// The paths of the placeholders in a template. When a placeholder is used twice, the first use whose position is
/// certain counts.
struct PlaceholderPaths {
  private(set) var paths: [Placeholder: ValuePath] = [:]
  /// Placeholders whose array index is ambiguous: elements both before and after them can be absent.
  private var ambiguous: Set<Placeholder> = []

  init(_ template: JSONValue, allowed: Set<Placeholder>) throws(WireFormatError) {
    try visit(template, [], isCertain: true, allowed)
  }

  /// Returns the path of a placeholder that the wire format must contain.
  /// - Throws: ``WireFormatError/unreadable(_:)`` when the placeholder is missing or its position is ambiguous.
  func required(_ placeholder: Placeholder, in noun: String) throws(WireFormatError) -> ValuePath {
    guard let path = paths[placeholder] else {
      throw .unreadable("\(noun) does not contain \"$\(placeholder.rawValue)\"")
    }
    if ambiguous.contains(placeholder) {
      throw .unreadable(
        "\"$\(placeholder.rawValue)\" is in an array between values that can be absent")
    }
    return path
  }

  private mutating func visit(
    _ template: JSONValue, _ steps: [ValuePath.Step], isCertain: Bool, _ allowed: Set<Placeholder>
  ) throws(WireFormatError) {
    switch template {
    case .null, .bool, .number: return
    case .string(let text):
      guard let placeholder = try Self.placeholder(text, allowed) else { return }
      // Prefer the use whose position is certain.
      if paths[placeholder] != nil, !(isCertain && ambiguous.contains(placeholder)) { return }
      paths[placeholder] = ValuePath(steps)
      if isCertain { ambiguous.remove(placeholder) } else { ambiguous.insert(placeholder) }
    case .array(let elements):
      let canLack = elements.map { Self.mayBeAbsent($0) }
      for (index, element) in elements.enumerated() {
        let position = ElementPosition(
          index: index, count: elements.count, mayLackEarlier: canLack[..<index].contains(true),
          mayLackLater: canLack[(index + 1)...].contains(true), mayBeAbsent: canLack[index])
        try visit(
          element, steps + [.element(position)], isCertain: isCertain && position.isCertain, allowed)
      }
    case .object(let members):
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try visit(value, steps + [.member(MemberName(name))], isCertain: isCertain, allowed)
      }
    }
  }

  private static func placeholder(
    _ text: String, _ allowed: Set<Placeholder>
  ) throws(WireFormatError) -> Placeholder? {
    guard let name = name(in: text) else { return nil }
    guard let placeholder = Placeholder(rawValue: name), allowed.contains(placeholder) else {
      throw .unknownPlaceholder(text)
    }
    return placeholder
  }

  /// Returns the text after `$`; nil for a literal text.
  ///
  /// The test works on bytes, as the server's does: `$` followed by a combining character is a single
  /// `Character`.
  private static func name(in text: String) -> String? {
    guard text.utf8.starts(with: "$".utf8), !text.utf8.starts(with: "$$".utf8) else { return nil }
    return String(text.unicodeScalars.dropFirst())
  }

  private static func mayBeAbsent(_ template: JSONValue) -> Bool {
    guard case .string(let text) = template, let name = name(in: text) else { return false }
    return Placeholder(rawValue: name)?.mayBeAbsent ?? false
  }
}
