import JSONText

/// Everything that is published: the catalogue, the newest version of each route, and what was imported from files.
///
/// A value: readers keep a copy, and a writer changes a copy of its own. Copies share what does not differ.
struct PublishedState: Sendable {
  /// The newest version of a route.
  enum Entry: Sendable {
    case published(LazyPublishedScreen)
    case deleted(version: Int)

    var version: Int {
      switch self {
      case .published(let screen): screen.version
      case .deleted(let version): version
      }
    }
  }

  var catalogue = Catalogue()
  /// The JSON Schemas of the view types, by name.
  var viewTypes: [String: JSONValue] = [:] { didSet { resolvable = LazyValue() } }
  private var resolvable = LazyValue<ViewTypeSchemas>()
  /// The value lists that conditions refer to with `$inGroup`, by name.
  private(set) var groups: [String: JSONValue] = [:]
  /// The client keys of SDKs, by name.
  var clientKeys: [String: ClientKey] = [:]
  var webhooks: [String: Webhook] = [:]
  /// The change sets, by name. ``documents`` leaves them out, because a view of the server has no change sets of its own.
  var changeSets: [String: ChangeSet] = [:]
  /// The comments on items, by place and number.
  var comments: [ScreenComment.Place: [Int: ScreenComment]] = [:]
  /// The rules of rollouts, by name.
  var guards: [String: Guard] = [:]
  var rollouts = RolloutTable()
  private(set) var entries = RouteTable<Entry>()
  /// In the view of a change set: how many numbers the next version of a screen skips, because the set used them for
  /// content that it has given up.
  private var skippedVersionCount = 0
  /// The screens that skip none: the set has a change of them, and counts on from it.
  private var countedRoutes: Set<Route> = []
  /// The content last imported from each file, by path.
  var imports: [String: ImportMark] = [:]
  /// When scheduled drafts are due, in seconds since 1970 UTC.
  var schedules: [Route: Double] = [:]
  /// The route that each experiment belongs to; nil until it is needed, because building it parses every screen.
  private var experimentRoutes: [ExactString: Route]?
  /// Counts the changes of entries, so that an index built from an older copy is not taken.
  private var changeCount = 0

  init() {}

  /// The same as ``viewTypes``, with what resolves their references. They are also those of invalid view types.
  var schemas: ViewTypeSchemas { resolvable.value { ViewTypeSchemas(viewTypes) } }

  /// Reads what a store holds. Screens are parsed later, when they are needed.
  /// - Parameter problems: receives the documents that are invalid; they are left out.
  init(_ contents: StoreContents, reporter: DamageReporter, problems: inout [FileProblem]) {
    imports = contents.imports
    schedules = contents.schedules
    read(DocumentChanges(contents.documents), problems: &problems)
    for stored in contents.screens {
      if let text = stored.definition {
        let screen = LazyPublishedScreen(stored, text: text, catalogue: catalogue, reporter: reporter)
        put(.published(screen), at: stored.route)
      } else {
        put(.deleted(version: stored.number), at: stored.route)
      }
    }
  }

  /// Lets the next version of each screen that a set does not change get the number that the set will count for it.
  mutating func skipVersions(removedFrom set: ChangeSet) {
    skippedVersionCount = set.highestRemovedEdit
    for case (.screen(let route), _) in set.changes { countedRoutes.insert(route) }
  }

  /// Takes over the changed documents of a store.
  /// - Returns: the kinds that changed.
  mutating func takeDocuments(of changes: StoreChanges) -> Set<DocumentKind> {
    var problems: [FileProblem] = []
    read(changes.documents, problems: &problems)
    return changes.documents.kinds
  }

  /// Reads stored documents. An invalid one is left out and reported.
  private mutating func read(_ documents: DocumentChanges, problems: inout [FileProblem]) {
    for kind in DocumentKind.allCases where !documents[kind].isEmpty {
      kind.contents.take(documents[kind], &self) { name, error in
        let path = "stored \(kind.noun) \(name)"
        let invalid = (error as? InvalidDocument)?.diagnostics
        problems.append(
          invalid.map { FileProblem(path: path, diagnostics: $0) }
            ?? FileProblem(path: path, unreadable: "\(error)"))
      }
    }
  }

  /// All documents, as a store holds them.
  var documents: StoredDocuments {
    var documents = StoredDocuments()
    for kind in DocumentKind.allCases { documents[kind] = kind.contents.all(self) }
    return documents
  }

  /// A document; nil if there is none. Change sets are no documents of their own.
  func document(_ kind: DocumentKind, _ name: String) -> JSONValue? { kind.contents.document(self, name) }

  /// When the next draft or change set is due, in seconds since 1970 UTC; nil for none.
  var nextDue: Double? {
    let sets = changeSets.values.lazy.compactMap(\.dueAt).min()
    return [schedules.values.min(), sets].compactMap(\.self).min()
  }

  /// A change that contains everything published.
  var everything: PublishedChange {
    PublishedChange(changing: catalogue, screens: screens, deleted: deleted)
  }

  /// The screens whose newest version has no content, with that version, in no order.
  var deleted: [(route: Route, version: Int)] {
    var deleted: [(route: Route, version: Int)] = []
    for case (let route, .deleted(let version)) in entries.pairs { deleted.append((route, version)) }
    return deleted
  }

  subscript(route: Route) -> Entry? { entries[route] }

  /// The number of the current version of a screen; nil if there is no screen.
  func currentVersion(of route: Route) -> Int? {
    if case .published(let screen)? = entries[route] { screen.version } else { nil }
  }

  /// The number of the next version of a route.
  func nextVersion(of route: Route) -> Int {
    (entries[route]?.version ?? 0) + (countedRoutes.contains(route) ? 0 : skippedVersionCount) + 1
  }

  /// The current screens, in no order.
  var screens: [LazyPublishedScreen] {
    entries.values.compactMap { if case .published(let screen) = $0 { screen } else { nil } }
  }

  mutating func put(_ entry: Entry, at route: Route) {
    changeCount += 1
    for case .published(let screen)? in [entries[route], entry] where screen.ifParsed == nil {
      // Its experiments are unknown, as for a version of another node. The index is built again when it is needed.
      experimentRoutes = nil
    }
    if case .published(let old)? = entries[route], experimentRoutes != nil {
      for key in Self.experiments(of: old) { experimentRoutes?[key] = nil }
    }
    entries[route] = entry
    if case .published(let new) = entry, experimentRoutes != nil {
      for key in Self.experiments(of: new) { experimentRoutes?[key] = route }
    }
  }

  /// Replaces the value lists. Conditions contain the lists, so every screen is parsed again when it is next needed.
  mutating func setGroups(_ lists: [String: JSONValue]) {
    groups = lists
    catalogue.setGroups(lists)
    reparseScreens()
  }

  /// Replaces the view types.
  /// - Returns: the invalid ones, which are left out.
  mutating func setViewTypes(_ schemas: [String: JSONValue]) -> [String: InvalidDocument] {
    let hadItemPlaces = catalogue.hasItemPlaces
    viewTypes = schemas
    let invalid = catalogue.setViewTypes(schemas)
    if hadItemPlaces || catalogue.hasItemPlaces { reparseScreens() }
    return invalid
  }

  /// Takes over a catalogue with other view types.
  /// - Parameter schemas: the schemas of the view types.
  mutating func setCatalogue(_ catalogue: Catalogue, viewTypes schemas: [String: JSONValue]) {
    let movesItems = (self.catalogue.hasItemPlaces || catalogue.hasItemPlaces) && viewTypes != schemas
    viewTypes = schemas
    self.catalogue = catalogue
    if movesItems { reparseScreens() }
  }

  private mutating func reparseScreens() {
    // The keys of an unparsed screen are unknown, so replacing the screen would leave them in the index.
    experimentRoutes = nil
    changeCount += 1
    for (route, entry) in entries.pairs {
      if case .published(let screen) = entry {
        entries[route] = .published(screen.reparsed(with: catalogue))
      }
    }
    rollouts.reparse(with: catalogue)
  }

  // MARK: Screens

  /// The current version of a screen.
  /// - Throws: ``ScreensError`` if there is none or it cannot be read.
  func current(_ route: Route) throws(ScreensError) -> PublishedScreen {
    switch entries[route] {
    case .published(let current): return try current.screen()
    case .deleted: throw .deleted(route)
    case nil: throw unknownRoute(route)
    }
  }

  /// The current version of a screen; nil if there is none or it cannot be read. Looks for no nearest route, as the error
  /// of ``current(_:)`` does, which takes time for each of the other screens.
  func readableCurrent(_ route: Route) -> PublishedScreen? {
    guard case .published(let current)? = entries[route] else { return nil }
    return try? current.screen()
  }

  /// The definition of the current version, also one of a change set that is invalid.
  func definition(of route: Route) throws(ScreensError) -> JSONValue {
    if case .published(let current)? = entries[route] { return try current.definition() }
    return try current(route).definition.json
  }

  /// The translations of the current version, which a definition without translations of its own keeps.
  func translations(of route: Route) -> ScreenTranslations {
    readableCurrent(route)?.definition.translations ?? ScreenTranslations()
  }

  /// The error for a route without any version. It names the nearest route.
  func unknownRoute(_ route: Route) -> ScreensError {
    .unknownRoute(route, nearest: NearestName.to(route.name, among: entries.routes.map(\.name)))
  }

  /// Reads a definition as a version of a route. An experiment key of another screen is an error too.
  /// - Parameter catalogue: the catalogue to validate against; nil for the current one.
  mutating func read(
    _ document: JSONDocument, route: Route, version: Int, catalogue: Catalogue? = nil
  ) throws(InvalidDocument) -> PublishedScreen {
    let (definition, combinations) = try DefinitionReader.read(
      document, route: route, catalogue: catalogue ?? self.catalogue, keeping: translations(of: route))
    try requireOwnExperiments(definition, of: route, in: document)
    return PublishedScreen(route: route, version: version, definition: definition, combinations: combinations)
  }

  /// Checks that no experiment of a definition belongs to another screen, by its current version or by the old one of
  /// an open rollout.
  mutating func requireOwnExperiments(
    _ definition: Definition, of route: Route, in document: JSONDocument
  ) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    for experiment in definition.experiments {
      let owner = owner(ofExperiment: experiment.key)
      if owner == route { continue }
      let message: String
      let hint: String
      if let owner {
        message = "the experiment \(quoted(experiment.key)) belongs to the screen \(quoted(owner.name))"
        hint = "an experiment's key belongs to one screen"
      } else if let (screen, rollout) = rollout(keepingExperiment: experiment.key, outside: route) {
        message =
          "the experiment \(quoted(experiment.key)) belongs to the screen \(quoted(screen.route.name)): units get "
          + "its version \(screen.old) while the rollout \(rollout.id) is \(rollout.state.rawValue) at "
          + "\(JSONValue.double(rollout.share).text) %"
        hint = "wait for the end of the rollout, or end it: marquee rollout finish \(rollout.id)"
      } else {
        continue
      }
      diagnostics.add(
        Diagnostic(.duplicateKey, at: experiment.origin.appending("key"), message, hint: hint))
    }
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
  }

  /// The warnings about a new version of a screen.
  /// - Parameter document: the definition as sent, for lines and columns; nil if it was not sent as text.
  func warnings(about screen: PublishedScreen, in document: JSONDocument?) -> Diagnostics {
    var warnings = screen.definition.warnings
    warnings.add(mixedNamespaces(of: screen))
    return document.map { warnings.located(in: $0) } ?? warnings.withoutPositions
  }

  // MARK: Experiments

  /// The experiment keys of a screen; empty until the screen is parsed. The index is built from parsed screens, so
  /// an unparsed one is not in it.
  private static func experiments(of screen: LazyPublishedScreen) -> [String] {
    (screen.ifParsed?.definition.experiments ?? []).map(\.key)
  }

  /// The route of the screen whose current version has an experiment.
  mutating func owner(ofExperiment key: String) -> Route? {
    indexExperiments()
    return experimentRoutes?[key]
  }

  /// The other screen whose old version has an experiment, with its open rollout.
  ///
  /// Nearly all units may still get that version, and a rollback publishes it again. A screen that has another version
  /// than the new one of the rollout does not count: it was changed in a session or a change set, or is published in
  /// the same step, which ends the rollout.
  private func rollout(
    keepingExperiment key: String, outside route: Route
  ) -> (screen: Rollout.Screen, rollout: Rollout)? {
    for (other, open) in rollouts.open where other != route && currentVersion(of: other) == open.newVersion {
      guard let rollout = rollouts.all[open.id],
        let screen = rollout.screens.first(where: { $0.route == other }),
        let old = try? open.old.screen(),
        old.definition.experiments.contains(where: { $0.key.hasSameScalars(as: key) })
      else { continue }
      return (screen, rollout)
    }
    return nil
  }

  /// The keys of all experiments in the index.
  var experimentKeys: [String] { experimentRoutes.map { $0.keys.map(\.text) } ?? [] }

  /// Builds the index of experiments if there is none. Parses every screen. A damaged screen has no experiments.
  mutating func indexExperiments() {
    guard experimentRoutes == nil else { return }
    var routes: [ExactString: Route] = [:]
    for current in screens {
      for experiment in (try? current.screen())?.definition.experiments ?? [] {
        routes[experiment.key] = current.route
      }
    }
    experimentRoutes = routes
  }

  /// Takes the index of a copy that has the same entries.
  mutating func takeIndex(from copy: PublishedState) {
    guard experimentRoutes == nil, copy.changeCount == changeCount else { return }
    experimentRoutes = copy.experimentRoutes
  }
}
