package import JSONText

/// A place in one of the documents of a schema.
package struct SchemaPlace: Sendable, Hashable {
  /// The URI of the document.
  package let document: String
  package let pointer: JSONPointer

  package init(document: String, pointer: JSONPointer) {
    self.document = document
    self.pointer = pointer
  }

  func appending(_ token: String) -> SchemaPlace {
    SchemaPlace(document: document, pointer: pointer.appending(token))
  }

  func appending(_ index: Int) -> SchemaPlace { appending(String(index)) }

  package static func == (one: SchemaPlace, other: SchemaPlace) -> Bool {
    one.document.hasSameScalars(as: other.document) && one.pointer == other.pointer
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(document))
    hasher.combine(pointer)
  }
}
