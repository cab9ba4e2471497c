import JSONSchema
import JSONText

/// The values of `enum` or `const`, found by hash.
final class ValueList: Sendable {
  let values: [JSONValue]
  /// The kinds of the values.
  let kinds: KindSet
  private let set: ValueSet

  init(_ values: [JSONValue]) {
    self.values = values
    kinds = values.reduce(into: KindSet.none) { $0.formUnion(KindSet(of: $1)) }
    set = ValueSet(values)
  }

  func contains(_ value: JSONValue) -> Bool { set.contains(value) }
}
