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
      add(placeholder, steps, isCertain: isCertain)
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
      try visit(members, steps, isCertain: isCertain, allowed)
    }
  }

  private mutating func visit(
    _ members: [String: JSONValue], _ steps: [ValuePath.Step], isCertain: Bool, _ allowed: Set<Placeholder>
  ) throws(WireFormatError) {
    var fixed: Set<String> = []
    var named: [(placeholder: Placeholder, value: JSONValue)] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if name == "..." {
        throw .unreadable("ScreenKit does not read \"...\", the members of an object at this place")
      }
      if let placeholder = try Self.placeholder(name, allowed.intersection(Placeholder.ofNames)) {
        named.append((placeholder, value))
        continue
      }
      let sent = Self.literal(name)
      fixed.insert(sent)
      try visit(value, steps + [.member(MemberName(sent))], isCertain: isCertain, allowed)
    }
    guard let (placeholder, value) = named.first else { return }
    guard named.count == 1 else {
      throw .unreadable("an object has two members whose names are placeholders")
    }
    add(placeholder, steps + [.name(besides: fixed)], isCertain: isCertain)
    try visit(value, steps + [.namedMember(besides: fixed)], isCertain: isCertain, allowed)
  }

  /// Adds a use of a placeholder. One whose position is certain is preferred.
  private mutating func add(_ placeholder: Placeholder, _ steps: [ValuePath.Step], isCertain: Bool) {
    if paths[placeholder] != nil, !(isCertain && ambiguous.contains(placeholder)) { return }
    paths[placeholder] = ValuePath(steps)
    if isCertain { ambiguous.remove(placeholder) } else { ambiguous.insert(placeholder) }
  }

  private static func placeholder(
    _ text: String, _ allowed: Set<Placeholder>
  ) throws(WireFormatError) -> Placeholder? {
    guard let name = name(in: text), !isOther(name) else { return nil }
    guard let placeholder = Placeholder(rawValue: name), allowed.contains(placeholder) else {
      if name == "itemsByID" || name.hasPrefix("items.") || name.hasPrefix("item.") {
        throw .unreadable("ScreenKit does not read \"\(text)\", only \"$items\" and \"$sections\"")
      }
      throw .unknownPlaceholder(text)
    }
    return placeholder
  }

  /// Whether a placeholder stands for something beside the items, which a ``Screen`` does not have.
  private static func isOther(_ name: String) -> Bool {
    ["values", "roots"].contains { name == $0 || name.hasPrefix($0 + ".") }
  }

  /// Returns the text after `$`, without the `?` that stands for null; nil for a literal text.
  ///
  /// The test works on bytes, as the server's does: `$` followed by a combining character is a single
  /// `Character`.
  private static func name(in text: String) -> String? {
    guard text.utf8.starts(with: "$".utf8), !text.utf8.starts(with: "$$".utf8) else { return nil }
    let name = text.unicodeScalars.dropFirst()
    return String(name.last == "?" ? name.dropLast() : name)
  }

  /// The text that is sent for a literal text of a template: `$$` is one `$` at the beginning of the text, and before the
  /// name of a placeholder.
  private static func literal(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    var sent = String.UnicodeScalarView()
    while let first = rest.first {
      let dollars = rest.prefix { $0 == "$" }.count
      rest = rest.dropFirst(max(dollars, 1))
      guard dollars > 0 else {
        sent.append(first)
        continue
      }
      let isEscape = dollars > 1 && (sent.isEmpty || beginsWithPlaceholder(rest))
      sent.append(contentsOf: repeatElement("$", count: isEscape ? dollars - 1 : dollars))
    }
    return String(sent)
  }

  private static func beginsWithPlaceholder(_ text: Substring.UnicodeScalarView) -> Bool {
    let word = text.prefix {
      switch $0 {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    // Those after the first part are placeholders that this library does not read.
    return Placeholder(rawValue: String(word)) != nil
      || ["item", "itemsByID", "roots", "values"].contains(String(word))
  }

  private static func mayBeAbsent(_ template: JSONValue) -> Bool {
    guard case .string(let text) = template, !text.hasSuffix("?"), let name = name(in: text) else {
      return false
    }
    return Placeholder(rawValue: name)?.mayBeAbsent ?? isOther(name)
  }
}
