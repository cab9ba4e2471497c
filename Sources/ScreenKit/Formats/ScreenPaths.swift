/// The paths of the parts of a screen.
struct ScreenPaths: Hashable, Sendable {
  /// A part of a screen that has items.
  enum List: Hashable, Sendable {
    case sections(ValuePath)
    /// The items of the sections that the format does not name.
    case items
    /// The items of a section that the format names, or only its first item.
    case section(id: String, ValuePath, isSingle: Bool)
  }

  /// The lists, in the order of the template.
  private(set) var lists: [List] = []
  let items: ItemListPaths
  var values = ValuesPaths()
  var screenName: ValuePath?
  var route: ValuePath?
  var version: ValuePath?
  var experiment: ValuePath?
  var variant: ValuePath?

  init(list: ValuePath, screenName: ValuePath? = nil) {
    items = ItemListPaths(list: list)
    lists = [.items]
    self.screenName = screenName
  }

  init(
    sections: ValuePath, screenName: ValuePath? = nil, route: ValuePath? = nil, version: ValuePath? = nil,
    experiment: ValuePath? = nil, variant: ValuePath? = nil
  ) {
    items = ItemListPaths()
    lists = [.sections(sections)]
    self.screenName = screenName
    self.route = route
    self.version = version
    self.experiment = experiment
    self.variant = variant
  }

  init(_ template: PlaceholderPaths) {
    items = ItemListPaths(template)
    values = ValuesPaths(template)
    screenName = template.path(.screenName)
    route = template.path(.route)
    version = template.path(.version)
    experiment = template.path(.experiment)
    variant = template.path(.variant)
    var named: Set<String> = []
    for use in template.uses {
      switch (use.placeholder.placeholder, use.placeholder.path.first) {
      case (.items, let id?), (.item, let id?):
        guard named.insert(id).inserted else { continue }
        lists.append(Self.section(id, of: template, or: use))
      case (.sections, _):
        if let path = template.path(.sections), !lists.contains(.sections(path)) {
          lists.append(.sections(path))
        }
      case (.items, nil): if !lists.contains(.items) { lists.append(.items) }
      case (.itemsByID, _): if items.list == nil, !lists.contains(.items) { lists.append(.items) }
      default: break
      }
    }
  }

  var hasSections: Bool { lists.contains { if case .sections = $0 { true } else { false } } }

  /// The list of a named section. A use that has all its items is preferred to one that has only the first.
  private static func section(
    _ id: String, of template: PlaceholderPaths, or other: PlaceholderPaths.Use
  ) -> List {
    let uses = template.uses.filter { $0.placeholder.placeholder == .items && $0.placeholder.path == [id] }
    guard let use = uses.first(where: \.path.isCertain) ?? uses.first else {
      return .section(id: id, other.path, isSingle: true)
    }
    return .section(id: id, use.path, isSingle: false)
  }
}
