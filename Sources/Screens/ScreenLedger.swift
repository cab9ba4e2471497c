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
  private(set) var entries: [Route: Entry] = [:]
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
    if case .published(let old)? = entries[route], let key = Self.experiment(of: old) {
      experimentRoutes?[key] = nil
    }
    entries[route] = entry
    if case .published(let new) = entry, let key = Self.experiment(of: new) {
      experimentRoutes?[key] = route
    }
  }

  /// The key of a screen's experiment; nil for one that has not been read, of which nobody knows the key yet.
  private static func experiment(of screen: CurrentScreen) -> String? {
    screen.ifRead?.definition.experiment?.key
  }

  /// The screen that an experiment belongs to. Reads all screens when it is asked for the first time.
  private mutating func owner(ofExperiment key: String) -> Route? {
    if let routes = experimentRoutes { return routes[key] }
    var routes: [String: Route] = [:]
    for current in screens {
      // One that cannot be read has no experiment that runs.
      guard let screen = try? current.screen(), let key = screen.definition.experiment?.key else { continue }
      routes[key] = current.route
    }
    experimentRoutes = routes
    return routes[key]
  }

  /// Reads a definition as the next version of a route would be, an experiment's key that belongs to another
  /// screen included in what is wrong.
  mutating func read(
    _ document: JSONDocument, route: Route, version: Int, catalogue: Catalogue? = nil
  ) throws(InvalidDocument) -> PublishedScreen {
    let (definition, arms) = try DefinitionReader.read(
      document, route: route, catalogue: catalogue ?? self.catalogue)
    if let key = definition.experiment?.key, let owner = owner(ofExperiment: key), owner != route {
      var diagnostics = Diagnostics()
      diagnostics.add(
        Diagnostic(
          .duplicateKey, at: JSONPointer(tokens: ["experiment", "key"]),
          "the experiment \(quoted(key)) belongs to the screen \(quoted(owner.name))",
          hint: "an experiment's key belongs to one screen"))
      diagnostics.locate(in: document)
      throw InvalidDocument(diagnostics)
    }
    return PublishedScreen(route: route, version: version, definition: definition, arms: arms)
  }

  /// The screen in force.
  /// - Throws: ``ScreensError`` when there is none.
  func current(_ route: Route) throws(ScreensError) -> PublishedScreen {
    switch entries[route] {
    case .published(let current): return try current.screen()
    case .deleted: throw .deleted(route)
    case nil:
      throw .unknownRoute(route, nearest: NearestName.to(route.name, among: entries.keys.map(\.name)))
    }
  }
}
