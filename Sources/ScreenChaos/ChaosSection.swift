/// A section of a screen, with the members that chaos needs. A screen without sections is one section without an id.
package struct ChaosSection: Sendable, Equatable {
  package var id: String?
  package var header: String?
  package var footer: String?
  package var items: [ChaosItem]

  package init(id: String?, header: String? = nil, footer: String? = nil, items: [ChaosItem]) {
    self.id = id
    self.header = header
    self.footer = footer
    self.items = items
  }
}
