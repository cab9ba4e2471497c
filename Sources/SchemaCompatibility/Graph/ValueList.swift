import JSONText

/// The values of `enum` or `const`. Strings, the most frequent values, are found by hash.
final class ValueList: Sendable {
  let values: [JSONValue]
  private let texts: Set<ExactString>
  private let others: [JSONValue]

  init(_ values: [JSONValue]) {
    self.values = values
    texts = Set(values.compactMap { $0.stringValue.map { ExactString($0) } })
    others = values.filter { $0.kind != .string }
  }

  /// The kinds of the values.
  var kinds: KindSet { values.reduce(into: KindSet.none) { $0.formUnion(KindSet(of: $1)) } }

  func contains(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { return texts.contains(ExactString(text)) }
    return others.contains { $0.isEquivalent(to: value) }
  }
}
