/// Where the parts of a screen stand.
struct ScreenPlaces: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .items, .sections, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The list of sections, or of items.
  let list: Place
  let hasSections: Bool
  var screenName: Place?
  var route: Place?
  var version: Place?
  var experiment: Place?
  var variant: Place?

  init(
    list: Place, hasSections: Bool = false, screenName: Place? = nil, route: Place? = nil,
    version: Place? = nil, experiment: Place? = nil, variant: Place? = nil
  ) {
    self.list = list
    self.hasSections = hasSections
    self.screenName = screenName
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
  }

  init(_ template: TemplatePlaces) throws(WireFormatError) {
    hasSections = template.places[.sections] != nil
    list = try template.required(hasSections ? .sections : .items, in: "the screen")
    screenName = template.places[.screenName]
    route = template.places[.route]
    version = template.places[.version]
    experiment = template.places[.experiment]
    variant = template.places[.variant]
  }
}

/// Where the parts of a section stand.
struct SectionPlaces: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .items, .id, .header, .footer, .screenName, .route, .version, .experiment, .variant,
  ]

  let items: Place
  var id: Place?
  var header: Place?
  var footer: Place?

  init(items: Place, id: Place? = nil, header: Place? = nil, footer: Place? = nil) {
    self.items = items
    self.id = id
    self.header = header
    self.footer = footer
  }

  init(_ template: TemplatePlaces) throws(WireFormatError) {
    items = try template.required(.items, in: "a section")
    id = template.places[.id]
    header = template.places[.header]
    footer = template.places[.footer]
  }
}

/// Where the parts of an item stand.
struct ItemPlaces: Hashable, Sendable {
  static let allowed: Set<Placeholder> = [
    .id, .viewType, .content, .screenName, .route, .version, .experiment, .variant,
  ]

  /// The names of members of one object, as in all shipped formats; nil when the item is of another shape.
  struct Members: Hashable, Sendable {
    let viewType: MemberName
    let content: MemberName
    let id: MemberName?
  }

  let viewType: Place
  let content: Place
  let id: Place?
  let members: Members?

  init(viewType: Place, content: Place, id: Place? = nil) {
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

  init(_ template: TemplatePlaces) throws(WireFormatError) {
    self.init(
      viewType: try template.required(.viewType, in: "an item"),
      content: try template.required(.content, in: "an item"), id: template.places[.id])
  }
}
