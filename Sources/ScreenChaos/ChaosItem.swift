package import JSONText

/// An item of a screen, with the members that chaos needs.
package struct ChaosItem: Sendable, Equatable {
  package var id: String
  package var viewType: String
  package var content: JSONValue

  package init(id: String, viewType: String, content: JSONValue) {
    self.id = id
    self.viewType = viewType
    self.content = content
  }
}
