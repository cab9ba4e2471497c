package import JSONText

/// One change of an item, as in the `changes` of a variant.
package struct Change: Sendable {
  package enum Operation: Sendable {
    case move(id: String, to: Position)
    case insert(Item, at: Position)
    case replace(id: String, with: Item)
    case remove(id: String)
    /// A JSON Merge Patch (RFC 7396) of the item's content.
    case merge(id: String, content: JSONValue)
  }

  package enum Position: Sendable {
    case before(String)
    case after(String)
    /// At the end of the section with an id.
    case section(String)
    /// Inside an item, at the end or the beginning of a list of its content, or at the place for a single item.
    case into(String, at: JSONPointer, first: Bool)
  }

  package let operation: Operation
  /// The change's place in the definition.
  package let origin: JSONPointer

  /// The item that the change brings; nil if it brings none.
  var item: Item? {
    switch operation {
    case .insert(let item, _), .replace(_, let item): item
    case .move, .remove, .merge: nil
    }
  }
}
