/// The paths of the parts of a section.
struct SectionPaths: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .items, .id, .header, .footer, .screenName, .route, .version, .experiment, .variant,
  ]

  let items: ValuePath
  var id: ValuePath?
  var header: ValuePath?
  var footer: ValuePath?

  init(items: ValuePath, id: ValuePath? = nil, header: ValuePath? = nil, footer: ValuePath? = nil) {
    self.items = items
    self.id = id
    self.header = header
    self.footer = footer
  }

  init(_ template: PlaceholderPaths) throws(WireFormatError) {
    items = try template.required(.items, in: "a section")
    id = template.paths[.id]
    header = template.paths[.header]
    footer = template.paths[.footer]
  }
}
