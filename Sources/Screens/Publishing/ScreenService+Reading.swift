package import JSONText

/// The published screens and their earlier versions, as readers see them.
extension ScreenService {
  /// The current screens, sorted by route.
  package var all: [LazyPublishedScreen] { publisher.state.screens.sorted { $0.route < $1.route } }

  /// The versions that units outside of rollouts get, sorted by route.
  package var served: [LazyPublishedScreen] {
    let state = publisher.state
    return state.screens.map { state.rollouts.served($0) }.sorted { $0.route < $1.route }
  }

  /// The screens whose newest version has no content, with that version.
  package var deleted: [(route: Route, version: Int)] { publisher.state.deleted }

  /// Whether the newest version of a screen has no content.
  package func isDeleted(_ route: Route) -> Bool {
    if case .deleted? = publisher.state[route] { true } else { false }
  }

  /// The current version of a screen.
  /// - Throws: ``ScreensError/unknownRoute(_:nearest:)``, ``ScreensError/deleted(_:)``,
  ///   ``ScreensError/damaged(_:)``.
  package func current(_ route: Route) throws(ScreensError) -> PublishedScreen {
    try publisher.state.current(route)
  }

  /// The definition of the current version with its number, also one of a change set that is invalid: its author reads
  /// and corrects it.
  /// - Throws: ``ScreensError/unknownRoute(_:nearest:)``, ``ScreensError/deleted(_:)``,
  ///   ``ScreensError/damaged(_:)``.
  package func currentDefinition(_ route: Route) throws(ScreensError) -> (json: JSONValue, version: Int) {
    let state = publisher.state
    return (try state.definition(of: route), state[route]?.version ?? 0)
  }

  /// The number of the newest version, which may be the deletion of the screen; nil if there is no version.
  package func newestVersion(of route: Route) -> Int? { publisher.state[route]?.version }

  /// A stored version.
  /// - Throws: ``ScreensError/unknownRoute(_:nearest:)``, ``ScreensError/unknownVersion(_:_:)``,
  ///   ``ScreensError/damaged(_:)``.
  package func version(_ number: Int, of route: Route) throws(ScreensError) -> ScreenVersion {
    try storedVersion(number, of: route, publisher.state)
  }

  /// A version that is stored or served, parsed and with its variants applied.
  /// - Throws: ``ScreensError/versionWithoutContent(_:_:)`` for a deletion, and what ``version(_:of:)`` throws.
  package func screen(_ route: Route, version: Int) throws(ScreensError) -> PublishedScreen {
    let state = publisher.state
    if case .published(let current)? = state[route], current.version == version {
      return try current.screen()
    }
    // The old version of an open rollout may be pruned, and units still get it.
    if let old = state.rollouts.open[route]?.old, old.version == version { return try old.screen() }
    let stored = try storedVersion(version, of: route, state)
    guard let json = stored.definition else { throw .versionWithoutContent(version, route) }
    do throws(DamagedVersion) {
      return try PublishedScreen.stored(
        json.serialized(), route: route, version: version, isCurrent: false, catalogue: state.catalogue)
    } catch {
      publisher.damageReporter.report(error)
      throw .damaged(error)
    }
  }

  /// The versions of a screen, newest first.
  /// - Parameters:
  ///   - before: returns only versions with a lower number; nil for all.
  ///   - limit: the maximum number of versions.
  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(ScreensError) -> [VersionSummary] {
    let state = publisher.state
    if state[route] == nil { throw state.unknownRoute(route) }
    return try publisher.stored { (store) throws(StoreError) in
      try store.versions(of: route, before: before, limit: limit)
    }
  }
}
