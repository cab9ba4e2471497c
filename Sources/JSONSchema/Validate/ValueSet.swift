package import JSONText

/// A set of JSON values, found by hash. Two values are the same when ``JSONValue/isEquivalent(to:)`` says so.
package struct ValueSet: Sendable {
  private struct Element: Hashable, Sendable {
    let value: JSONValue

    static func == (one: Element, other: Element) -> Bool { one.value.isEquivalent(to: other.value) }
    func hash(into hasher: inout Hasher) { value.combineEquivalence(into: &hasher) }
  }

  private let elements: Set<Element>

  package init(_ values: some Sequence<JSONValue>) { elements = Set(values.map { Element(value: $0) }) }

  package func contains(_ value: JSONValue) -> Bool { elements.contains(Element(value: value)) }
}
