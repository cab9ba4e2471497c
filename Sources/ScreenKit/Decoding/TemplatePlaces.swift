/// The places of a template's placeholders. Where one is used twice, the first counts.
struct TemplatePlaces {
  private(set) var places: [Placeholder: Place] = [:]
  /// Those that stand in an array behind and before values that may be absent, so that they cannot be told apart.
  private var uncertain: Set<Placeholder> = []

  init(_ template: JSONValue, allowed: Set<Placeholder>) throws(WireFormatError) {
    try visit(template, [], isCertain: true, allowed)
  }

  /// The place of a value without which nothing can be read.
  func required(_ placeholder: Placeholder, in noun: String) throws(WireFormatError) -> Place {
    guard let place = places[placeholder] else {
      throw .unreadable("\(noun) does not contain \"$\(placeholder.rawValue)\"")
    }
    if uncertain.contains(placeholder) {
      throw .unreadable(
        "\"$\(placeholder.rawValue)\" stands in an array between values that may be absent")
    }
    return place
  }

  private mutating func visit(
    _ template: JSONValue, _ steps: [Place.Step], isCertain: Bool, _ allowed: Set<Placeholder>
  ) throws(WireFormatError) {
    switch template {
    case .null, .bool, .number: return
    case .string(let text):
      guard let placeholder = try Self.placeholder(text, allowed) else { return }
      // In an array template the certain one of two uses is the better.
      if places[placeholder] != nil, !(isCertain && uncertain.contains(placeholder)) { return }
      places[placeholder] = Place(steps)
      if isCertain { uncertain.remove(placeholder) } else { uncertain.insert(placeholder) }
    case .array(let elements):
      let mayMiss = elements.map { Self.mayBeAbsent($0) }
      for (index, element) in elements.enumerated() {
        let position = ElementPosition(
          index: index, count: elements.count, mayMissBefore: mayMiss[..<index].contains(true),
          mayMissAfter: mayMiss[(index + 1)...].contains(true), mayMissItself: mayMiss[index])
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
    guard text.hasPrefix("$"), !text.hasPrefix("$$") else { return nil }
    guard let placeholder = Placeholder(rawValue: String(text.dropFirst())), allowed.contains(placeholder)
    else { throw .unknownPlaceholder(text) }
    return placeholder
  }

  private static func mayBeAbsent(_ template: JSONValue) -> Bool {
    guard case .string(let text) = template, text.hasPrefix("$"), !text.hasPrefix("$$") else { return false }
    return Placeholder(rawValue: String(text.dropFirst()))?.mayBeAbsent ?? false
  }
}
