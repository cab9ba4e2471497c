package import JSONText

/// A place in a schema document.
package struct SchemaLocation: Sendable, Hashable {
  /// The URI of the document.
  package let document: String
  package let pointer: JSONPointer

  package init(document: String, pointer: JSONPointer) {
    self.document = document
    self.pointer = pointer
  }

  package func appending(_ token: String) -> SchemaLocation {
    SchemaLocation(document: document, pointer: pointer.appending(token))
  }

  package func appending(_ index: Int) -> SchemaLocation { appending(String(index)) }

  package static func == (one: SchemaLocation, other: SchemaLocation) -> Bool {
    one.document.hasSameScalars(as: other.document) && one.pointer == other.pointer
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(document))
    hasher.combine(pointer)
  }
}
