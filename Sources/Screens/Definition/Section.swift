package import JSONText

/// Consecutive items of a screen, with an optional header and footer.
package struct Section: Sendable, Equatable {
  /// The section's id; nil for the only section of a definition with `items`.
  package let id: String?
  package let header: String?
  package let footer: String?
  /// What an app gets beside the items of the section; nil if there is nothing.
  package let values: JSONObject?
  /// The condition for showing the section; nil to show it always.
  package let requires: Requirement?
  package var items: [Item]
  /// The section's place in the definition; the root for a section without an id.
  package let origin: JSONPointer

  package init(
    id: String?, header: String? = nil, footer: String? = nil, values: JSONObject? = nil,
    requires: Requirement? = nil, items: [Item], origin: JSONPointer
  ) {
    self.id = id
    self.header = header
    self.footer = footer
    self.values = values
    self.requires = requires
    self.items = items
    self.origin = origin
  }
}
