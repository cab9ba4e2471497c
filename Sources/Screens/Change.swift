package import JSONText

/// One step from the definition to a variant, by item id.
package struct Change: Sendable {
  package enum Operation: Sendable {
    case move(id: String, to: Place)
    case insert(Item, at: Place)
    case replace(id: String, with: Item)
    case remove(id: String)
    /// A JSON Merge Patch (RFC 7396) of the item's content.
    case merge(id: String, content: JSONValue)
  }

  package enum Place: Sendable {
    case before(String)
    case after(String)
    /// At the end of the section of that id.
    case section(String)
  }

  package let operation: Operation
  /// Where the change stands in the definition.
  package let origin: JSONPointer
}
