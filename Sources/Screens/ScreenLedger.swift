import JSONText

/// What is in force: the catalogue, the current version of each route, and what was imported from files.
struct ScreenLedger: Sendable {
  /// The newest version of a route.
  enum Entry: Sendable {
    case published(PublishedScreen)
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
  var imports: [String: JSONValue] = [:]
  /// Which route an experiment belongs to.
  private var experimentRoutes: [String: Route] = [:]

  subscript(route: Route) -> Entry? { entries[route] }

  var screens: [PublishedScreen] {
    entries.values.compactMap { if case .published(let screen) = $0 { screen } else { nil } }
  }

  mutating func put(_ entry: Entry, at route: Route) {
    if case .published(let old)? = entries[route], let key = old.definition.experiment?.key {
      experimentRoutes[key] = nil
    }
    entries[route] = entry
    if case .published(let new) = entry, let key = new.definition.experiment?.key {
      experimentRoutes[key] = route
    }
  }

  /// Reads a definition as the next version of a route would be, an experiment's key that belongs to another
  /// screen included in what is wrong.
  func read(
    _ document: JSONDocument, route: Route, version: Int, catalogue: Catalogue? = nil
  ) throws(InvalidDocument) -> PublishedScreen {
    let (definition, arms) = try DefinitionReader.read(
      document, route: route, catalogue: catalogue ?? self.catalogue)
    if let key = definition.experiment?.key, let owner = experimentRoutes[key], owner != route {
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
    case .published(let screen): return screen
    case .deleted: throw .deleted(route)
    case nil:
      throw .unknownRoute(route, nearest: NearestName.to(route.name, among: entries.keys.map(\.name)))
    }
  }
}
