package import JSONText

/// Named lists of values, for `$inGroup` and `$notInGroup`, made ready to be searched.
package struct ConditionGroups: Sendable {
  private let lists: [ExactString: ValueList]

  package static let none = ConditionGroups([])

  /// Of a name given twice the last list stands.
  package init(_ groups: [(name: String, values: [JSONValue])]) {
    lists = Dictionary(
      groups.map { (ExactString($0.name), ValueList($0.values)) }, uniquingKeysWith: { _, last in last })
  }

  /// The names, in order.
  package var names: [String] { lists.keys.map(\.text).sorted() }

  subscript(name: String) -> ValueList? { lists[ExactString(name)] }
}
