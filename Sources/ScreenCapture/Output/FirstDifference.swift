import JSONText

/// The place of the first difference between two JSON values.
enum FirstDifference {
  /// Nil if the values are equal: numbers by value, objects regardless of the order of members.
  static func between(_ one: JSONValue, _ other: JSONValue) -> JSONPointer? {
    guard !one.isEquivalent(to: other) else { return nil }
    switch (one, other) {
    case (.object(let a), .object(let b)):
      for member in a {
        guard let value = b[member.name] else { return JSONPointer(tokens: [member.name]) }
        if let location = between(member.value, value) {
          return JSONPointer(tokens: [member.name]).appending(location)
        }
      }
      return b.first { a[$0.name] == nil }.map { JSONPointer(tokens: [$0.name]) } ?? .root
    case (.array(let a), .array(let b)):
      for (index, pair) in zip(a, b).enumerated() {
        if let location = between(pair.0, pair.1) {
          return JSONPointer(tokens: [String(index)]).appending(location)
        }
      }
      return JSONPointer(tokens: [String(min(a.count, b.count))])
    default: return .root
    }
  }
}
