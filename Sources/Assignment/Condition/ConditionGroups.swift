package import JSONText

/// Named lists of values for `$inGroup` and `$notInGroup`, indexed for search.
package struct ConditionGroups: Sendable {
  private let lists: [ExactString: ValueList]

  package static let none = ConditionGroups([])

  /// - Parameter groups: the lists by name; if a name is repeated, its last list counts.
  package init(_ groups: [(name: String, values: [JSONValue])]) {
    lists = Dictionary(
      groups.map { (ExactString($0.name), ValueList($0.values)) }, uniquingKeysWith: { _, last in last })
  }

  /// The names, sorted.
  package var names: [String] { lists.keys.map(\.text).sorted() }

  subscript(name: String) -> ValueList? { lists[ExactString(name)] }
}
