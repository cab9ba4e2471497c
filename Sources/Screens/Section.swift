package import JSONText

/// A run of items, with a header and a footer where it has them.
package struct Section: Sendable, Equatable {
  /// Nil for the one section of a definition that lists items alone.
  package let id: String?
  package let header: String?
  package let footer: String?
  package var items: [Item]
  /// Where the section stands in the definition; the root for one without an id.
  package let origin: JSONPointer
}
