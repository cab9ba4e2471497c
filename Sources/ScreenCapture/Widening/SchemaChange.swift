package import JSONText

/// A part of a schema or wire format that a later recording widens.
package struct SchemaChange: Sendable, Equatable {
  /// The place in the file.
  package let location: JSONPointer
  /// What the place allows now.
  package let text: String

  package init(at location: JSONPointer, _ text: String) {
    self.location = location
    self.text = text
  }
}
