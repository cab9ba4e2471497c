import JSONText

/// What is in force: the catalogue, the current version of each route, and what was imported from files.
struct ScreenLedger: Sendable {
  /// The newest version of a route.
  enum Entry: Sendable {
    case published(CurrentScreen)
    case deleted(version: Int)

    var version: Int {
      switch self {
      case .published(let screen): screen.version
      case .deleted(let version): version
      }
    }
  }

  var catalogue = Catalogue()
  var viewTypes: [String: JSONValue] = [:]
  /// Lists of values that conditions name.
  private(set) var groups: [String: JSONValue] = [:]
  private(set) var entries = RouteTable<Entry>()
  /// What was last imported from each file.
  var imports: [String: ImportMark] = [:]
  /// When drafts become versions, in seconds since 1970 UTC.
  var schedules: [Route: Double] = [:]
  /// Which route an experiment belongs to; nil until that is first asked.
  private var experimentRoutes: [String: Route]?

  subscript(route: Route) -> Entry? { entries[route] }

  var screens: [CurrentScreen] {
    entries.values.compactMap { if case .published(let screen) = $0 { screen } else { nil } }
  }

  mutating func put(_ entry: Entry, at route: Route) {
    if case .published(let old)? = entries[route], experimentRoutes != nil {
      for key in Self.experiments(of: old) { experimentRoutes?[key] = nil }
    }
    entries[route] = entry
    if case .published(let new) = entry, experimentRoutes != nil {
      for key in Self.experiments(of: new) { experimentRoutes?[key] = route }
    }
  }

  /// The keys of a screen's experiments; none of one that has not been read, of which nobody knows them yet.
  private static func experiments(of screen: CurrentScreen) -> [String] {
    (screen.ifRead?.definition.experiments ?? []).map(\.key)
  }

  /// The screen that an experiment belongs to. Reads all screens when it is asked for the first time.
  mutating func owner(ofExperiment key: String) -> Route? {
    if let routes = experimentRoutes { return routes[key] }
    var routes: [String: Route] = [:]
    for current in screens {
      // One that cannot be read has no experiment that runs.
      for experiment in (try? current.screen())?.definition.experiments ?? [] {
        routes[experiment.key] = current.route
      }
    }
    experimentRoutes = routes
    return routes[key]
  }

  /// The keys of the experiments whose screens were looked for.
  var experimentKeys: [String] { experimentRoutes.map { Array($0.keys) } ?? [] }

  /// Reads a definition as the next version of a route would be, an experiment's key that belongs to another
  /// screen included in what is wrong.
  mutating func read(
    _ document: JSONDocument, route: Route, version: Int, catalogue: Catalogue? = nil
  ) throws(InvalidDocument) -> PublishedScreen {
    let (definition, arms) = try DefinitionReader.read(
      document, route: route, catalogue: catalogue ?? self.catalogue)
    var diagnostics = Diagnostics()
    for experiment in definition.experiments {
      guard let owner = owner(ofExperiment: experiment.key), owner != route else { continue }
      diagnostics.add(
        Diagnostic(
          .duplicateKey, at: experiment.origin.appending("key"),
          "the experiment \(quoted(experiment.key)) belongs to the screen \(quoted(owner.name))",
          hint: "an experiment's key belongs to one screen"))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw InvalidDocument(diagnostics)
    }
    return PublishedScreen(route: route, version: version, definition: definition, arms: arms)
  }

  /// Puts lists of values in place of the present ones: screens are read anew, for their conditions have the lists in
  /// them.
  mutating func setGroups(_ lists: [String: JSONValue]) {
    groups = lists
    catalogue.setGroups(lists)
    for (route, entry) in entries.pairs {
      if case .published(let screen) = entry {
        entries[route] = .published(screen.reread(with: catalogue.groups))
      }
    }
  }

  /// The screen in force.
  /// - Throws: ``ScreensError`` when there is none.
  func current(_ route: Route) throws(ScreensError) -> PublishedScreen {
    switch entries[route] {
    case .published(let current): return try current.screen()
    case .deleted: throw .deleted(route)
    case nil:
      throw .unknownRoute(route, nearest: NearestName.to(route.name, among: entries.routes.map(\.name)))
    }
  }
}
