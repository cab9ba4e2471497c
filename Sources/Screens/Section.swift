package import JSONText

/// A run of items, with a header and a footer where it has them.
package struct Section: Sendable, Equatable {
  /// Nil for the one section of a definition that lists items alone.
  package let id: String?
  package let header: String?
  package let footer: String?
  /// For whom the section is; nil for everyone.
  package let requires: Requirement?
  package var items: [Item]
  /// Where the section stands in the definition; the root for one without an id.
  package let origin: JSONPointer

  package init(
    id: String?, header: String? = nil, footer: String? = nil, requires: Requirement? = nil, items: [Item],
    origin: JSONPointer
  ) {
    self.id = id
    self.header = header
    self.footer = footer
    self.requires = requires
    self.items = items
    self.origin = origin
  }
}
