package import JSONText

/// One cell of a screen: an id, a view type and its content.
package struct Item: Sendable, Equatable {
  package let id: String
  package let viewType: String
  package var content: JSONValue
  /// Where the item stands in the definition.
  package let origin: JSONPointer

  /// The item as a definition writes it.
  package var json: JSONValue {
    ["id": .string(id), "viewType": .string(viewType), "content": content]
  }
}
