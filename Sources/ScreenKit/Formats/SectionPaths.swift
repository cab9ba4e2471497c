/// The paths of the parts of a section.
struct SectionPaths: Hashable, Sendable {
  let items: ItemListPaths
  var id: ValuePath?
  var header: ValuePath?
  var footer: ValuePath?
  var values = ValuesPaths()

  init(items: ValuePath, id: ValuePath? = nil, header: ValuePath? = nil, footer: ValuePath? = nil) {
    self.items = ItemListPaths(list: items)
    self.id = id
    self.header = header
    self.footer = footer
  }

  init(_ template: PlaceholderPaths) {
    items = ItemListPaths(template)
    id = template.path(.id)
    header = template.path(.header)
    footer = template.path(.footer)
    values = ValuesPaths(template)
  }
}
