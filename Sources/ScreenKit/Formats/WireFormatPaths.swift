/// The paths of the parts of a screen.
struct ScreenPaths: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .items, .sections, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The list of sections, or of items when the format has no sections.
  let list: ValuePath
  let hasSections: Bool
  var screenName: ValuePath?
  var route: ValuePath?
  var version: ValuePath?
  var experiment: ValuePath?
  var variant: ValuePath?

  init(
    list: ValuePath, hasSections: Bool = false, screenName: ValuePath? = nil, route: ValuePath? = nil,
    version: ValuePath? = nil, experiment: ValuePath? = nil, variant: ValuePath? = nil
  ) {
    self.list = list
    self.hasSections = hasSections
    self.screenName = screenName
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
  }

  init(_ template: PlaceholderPaths) throws(WireFormatError) {
    hasSections = template.paths[.sections] != nil
    list = try template.required(hasSections ? .sections : .items, in: "the screen")
    screenName = template.paths[.screenName]
    route = template.paths[.route]
    version = template.paths[.version]
    experiment = template.paths[.experiment]
    variant = template.paths[.variant]
  }
}

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

/// The paths of the parts of an item.
struct ItemPaths: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .id, .viewType, .content, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The member names of an item that is a flat object, as in all shipped formats. They allow a faster
  /// decoding.
  struct Members: Hashable, Sendable {
    let viewType: MemberName
    let content: MemberName
    let id: MemberName?
  }

  let viewType: ValuePath
  let content: ValuePath
  let id: ValuePath?
  /// The member names; nil when the item is not a flat object.
  let members: Members?

  init(viewType: ValuePath, content: ValuePath, id: ValuePath? = nil) {
    self.viewType = viewType
    self.content = content
    self.id = id
    if let viewType = viewType.onlyMember, let content = content.onlyMember,
      id == nil || id?.onlyMember != nil
    {
      members = Members(viewType: viewType, content: content, id: id?.onlyMember)
    } else {
      members = nil
    }
  }

  init(_ template: PlaceholderPaths) throws(WireFormatError) {
    self.init(
      viewType: try template.required(.viewType, in: "an item"),
      content: try template.required(.content, in: "an item"), id: template.paths[.id])
  }
}
