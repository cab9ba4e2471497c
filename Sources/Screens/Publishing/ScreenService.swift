package import JSONText

/// The published screens and their earlier versions: publishing, editing, rolling back and deleting them.
package struct ScreenService: Sendable {
  /// The largest definition that an edit may produce, in bytes. The size of one request is limited by its body, but
  /// edits add up.
  private static let maximumDefinitionBytes = 4 << 20

  let publisher: Publisher

  // MARK: Publishing

  /// Publishes a definition.
  /// - Parameters:
  ///   - text: the definition as sent. Errors have their lines and columns in it.
  ///   - precondition: whether to continue, given the current version (nil if there is no screen).
  ///   - dryRun: whether to validate only.
  ///   - allowsReassignment: whether to publish if units would move between variants of a running experiment.
  package func publish(
    _ text: [UInt8], at route: Route, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, rollout: RolloutOptions = .none,
    precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    // Parse, validate and render before taking the lock of the writers, so that others do not wait for it. The
    // precondition is still checked first, so its error wins.
    let parsed: Result<JSONDocument, ScreensError>
    var early: EarlyVersion?
    do throws(ScreensError) {
      let document = try JSONDocument(body: text)
      parsed = .success(document)
      let state = publisher.state
      // Otherwise the definition will probably not be published.
      if holds(precondition, route, state) {
        early = EarlyVersion(document, route: route, state, observers: dryRun ? [] : publisher.observers)
      }
    } catch {
      parsed = .failure(error)
    }
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try self.require(precondition, route, state)
      let document = try parsed.get()
      let screen: PublishedScreen
      var prepared: (any PreparedVersion)?
      do throws(InvalidDocument) {
        if let ready = try early?.ready(at: route, in: &state) {
          (screen, prepared) = ready
        } else {
          screen = try state.read(document, route: route, version: state.nextVersion(of: route))
        }
      } catch {
        throw .invalid(error.diagnostics)
      }
      return try self.commit(
        screen, prepared: prepared, by: author, via: .put, dryRun: dryRun,
        allowsReassignment: allowsReassignment, rollout: rollout, document: document, &state)
    }
  }

  /// Transforms the current definition and publishes the result.
  /// - Parameter change: the transformation. It is called again if the screen has changed meanwhile.
  package func edit(
    _ route: Route, by author: Author, via path: PublicationRecord.Path, dryRun: Bool = false,
    allowsReassignment: Bool = true, rollout: RolloutOptions = .none,
    precondition: (Int?) -> Bool = { _ in true },
    _ change: (PublishedScreen, Catalogue) throws(ScreensError) -> JSONValue
  ) throws(ScreensError) -> PublishOutcome {
    try edit(
      route, by: author, via: path, dryRun: dryRun, allowsReassignment: allowsReassignment, rollout: rollout,
      precondition: precondition
    ) { (state) throws(ScreensError) in try change(state.current(route), state.catalogue) }
  }

  /// Patches the current definition, also one of a change set that is invalid, and publishes the result.
  package func patch(
    _ route: Route, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    rollout: RolloutOptions = .none, precondition: (Int?) -> Bool = { _ in true }, _ patch: DefinitionPatch
  ) throws(ScreensError) -> PublishOutcome {
    try edit(
      route, by: author, via: .patch, dryRun: dryRun, allowsReassignment: allowsReassignment,
      rollout: rollout,
      precondition: precondition
    ) { (state) throws(ScreensError) in try patch.apply(to: state.definition(of: route)) }
  }

  private func edit(
    _ route: Route, by author: Author, via path: PublicationRecord.Path, dryRun: Bool,
    allowsReassignment: Bool, rollout: RolloutOptions, precondition: (Int?) -> Bool,
    _ changed: (PublishedState) throws(ScreensError) -> JSONValue
  ) throws(ScreensError) -> PublishOutcome {
    let early = early(at: route, dryRun: dryRun) { (state) throws(ScreensError) in
      guard holds(precondition, route, state) else { return Optional.none }
      return try changed(state)
    }
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      _ = try state.definition(of: route)
      try self.require(precondition, route, state)
      let (screen, prepared) = try self.read(early, at: route, &state, orElse: changed)
      return try self.commit(
        screen, prepared: prepared, by: author, via: path, dryRun: dryRun,
        allowsReassignment: allowsReassignment, rollout: rollout, &state)
    }
  }

  /// Publishes the content of an earlier version as a new version.
  package func rollback(
    _ route: Route, to number: Int, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, rollout: RolloutOptions = .none,
    precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    func earlier(_ state: PublishedState) throws(ScreensError) -> JSONValue {
      guard let json = try storedVersion(number, of: route, state).definition else {
        throw .versionWithoutContent(number, route)
      }
      return ScreenTranslations.whole(of: json, state.catalogue.languages)
    }
    let early = early(at: route, dryRun: dryRun) { (state) throws(ScreensError) in
      guard state[route] != nil, holds(precondition, route, state) else { return Optional.none }
      return try earlier(state)
    }
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      if state[route] == nil { throw state.unknownRoute(route) }
      try self.require(precondition, route, state)
      let (screen, prepared) = try self.read(early, at: route, &state, orElse: earlier)
      return try self.commit(
        screen, prepared: prepared, by: author, via: .rollback, dryRun: dryRun,
        allowsReassignment: allowsReassignment, rollout: rollout, &state)
    }
  }

  /// Deletes a screen by publishing a version without content.
  package func delete(
    _ route: Route, by author: Author, dryRun: Bool = false, rollout options: RolloutOptions = .none,
    precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      if case .deleted(let version)? = state[route] {
        try self.require(precondition, route, state)
        return PublishOutcome(route: route, version: version, effect: .unchanged)
      }
      // Only the number is needed: the content may be damaged.
      guard state[route] != nil else { throw state.unknownRoute(route) }
      try self.require(precondition, route, state)
      let version = ScreenVersion(
        route: route, number: state.nextVersion(of: route), definition: nil,
        record: publisher.record(author, .delete))
      guard options.rule == nil else {
        throw .notGuardable("a deletion has no content that units could get")
      }
      let rollouts = try RolloutChange(
        publishing: [(route, version.number)], options, by: author, at: publisher.now, publisher, state)
      let found = PublicationFindings(deleting: route, in: state)
      try found.check()
      let outcome = PublishOutcome(
        route: route, version: version.number, effect: .updated, warnings: found.warnings.withoutPositions)
      if dryRun { return outcome }
      try publisher.save(.deleteScreen, route.name, by: author, version: version.number) {
        $0.versions = [version]
        rollouts.write(to: &$0, by: author, publisher, state)
      }
      rollouts.apply(to: &state)
      state.put(.deleted(version: version.number), at: route)
      let change = PublishedChange(state.catalogue, deleted: [(route, version.number)])
      publisher.makeVisible(state) { $0.didChange(change) }
      return outcome
    }
  }

  // MARK: Steps

  func storedVersion(
    _ number: Int, of route: Route, _ state: PublishedState
  ) throws(ScreensError) -> ScreenVersion {
    if state[route] == nil { throw state.unknownRoute(route) }
    let version: ScreenVersion?
    do throws(StoreError) {
      version = try publisher.store.version(number, of: route)
    } catch {
      guard case .damaged(let reason) = error else { throw .store(error) }
      let damaged = DamagedVersion(
        route: route, version: number, isCurrent: state[route]?.version == number, reason: reason)
      publisher.damageReporter.report(damaged)
      throw .damaged(damaged)
    }
    guard let version else { throw .unknownVersion(number, route) }
    return version
  }

  func require(
    _ precondition: (Int?) -> Bool, _ route: Route, _ state: PublishedState
  ) throws(ScreensError) {
    guard holds(precondition, route, state) else {
      throw .preconditionFailed(current: state.currentVersion(of: route))
    }
  }

  func holds(_ precondition: (Int?) -> Bool, _ route: Route, _ state: PublishedState) -> Bool {
    precondition(state.currentVersion(of: route))
  }

  /// Reads and prepares a definition before the lock of the writers is taken.
  /// - Parameter make: makes the definition of a state; nil if it will probably not be published.
  /// - Returns: nil also if there is an error. The writer reports it, after the errors that come first.
  func early(
    at route: Route, dryRun: Bool, _ make: (PublishedState) throws(ScreensError) -> JSONValue?
  ) -> EarlyVersion? {
    let state = publisher.state
    guard let json = try? make(state), let document = try? Self.definition(json) else { return nil }
    return EarlyVersion(document, route: route, state, observers: dryRun ? [] : publisher.observers)
  }

  /// The version that was read before the lock of the writers was taken; reads it again if the state has changed.
  /// - Parameter make: makes the definition of the state.
  func read(
    _ early: EarlyVersion?, at route: Route, _ state: inout PublishedState,
    orElse make: (PublishedState) throws(ScreensError) -> JSONValue
  ) throws(ScreensError) -> (screen: PublishedScreen, prepared: (any PreparedVersion)?) {
    do throws(InvalidDocument) {
      if let ready = try early?.ready(at: route, in: &state) { return ready }
    } catch {
      throw .invalid(error.diagnostics.withoutPositions)
    }
    let json = try make(state)
    return (try read(json, route: route, version: state.nextVersion(of: route), &state), nil)
  }

  /// Reads a definition that was not sent as text: its errors have pointers, but no lines.
  func read(
    _ json: JSONValue, route: Route, version: Int, _ state: inout PublishedState
  ) throws(ScreensError) -> PublishedScreen {
    do {
      return try state.read(try Self.definition(json), route: route, version: version)
    } catch let error as InvalidDocument {
      throw .invalid(error.diagnostics.withoutPositions)
    } catch let error as JSONSyntaxError {
      throw .unparsable(Diagnostics(error))
    } catch {
      throw .store(.damaged("\(error)"))
    }
  }

  /// The text of a definition that was not sent as text.
  private static func definition(_ json: JSONValue) throws -> JSONDocument {
    let document = try JSONDocument(of: json)
    // Each translation has a limit of its own.
    let count =
      ScreenTranslations.isNamed(in: json)
      ? ScreenTranslations.removed(from: json).serialized().count : document.text.count
    guard count <= maximumDefinitionBytes else {
      let diagnostic = Diagnostic(
        .tooMany, at: .root, "the definition would have more than \(maximumDefinitionBytes) bytes")
      throw InvalidDocument(Diagnostics(diagnostic))
    }
    return document
  }

  /// Stores a version and makes it visible, unless its content is that of the current version.
  /// - Parameters:
  ///   - prepared: what an observer has prepared for the version.
  ///   - options: whether the version gets a rollout.
  ///   - document: the definition as sent, for the lines and columns of errors; nil if it was not sent as text.
  ///   - endsDraft: whether to delete the screen's draft in the same step.
  func commit(
    _ screen: PublishedScreen, prepared: (any PreparedVersion)? = nil, by author: Author,
    via path: PublicationRecord.Path, dryRun: Bool, allowsReassignment: Bool,
    rollout options: RolloutOptions = .none, document: JSONDocument? = nil, endsDraft: Bool = false,
    _ state: inout PublishedState
  ) throws(ScreensError) -> PublishOutcome {
    let impact = state.catalogue.impact(of: screen, gate: publisher.gate)
    var warnings = state.warnings(about: screen, in: document)
    var effect = PublishOutcome.Effect.created
    var reassignments: [Reassignment] = []
    if case .published(let current)? = state[screen.route] {
      // A damaged version has no readable definition. Any new definition counts as a change and reassigns no unit.
      let old = (try? current.screen())?.definition
      if let old, old.isSame(as: screen.definition) {
        if endsDraft, !dryRun { try publisher.drafts.remove(screen.route, by: author, &state) }
        // Everybody is to get the version that some units have already.
        if options.endsOpenRollout, options.rule == nil, !dryRun,
          let open = state.rollouts.open(at: screen.route)
        {
          try publisher.rollouts.finish(open, by: author, &state)
        }
        return PublishOutcome(
          route: screen.route, version: current.version, effect: .unchanged, impact: impact,
          rollout: state.rollouts.open(at: screen.route), warnings: warnings)
      }
      effect = .updated
      if let old { reassignments = Reassignment.all(from: old, to: screen.definition) }
      let moving = reassignments.filter(\.movesUnits)
      guard moving.isEmpty || allowsReassignment else { throw .reassigns(moving) }
    }
    let refusals = impact.refusals
    guard refusals.isEmpty else {
      throw .invalid(document.map { refusals.located(in: $0) } ?? refusals)
    }
    let found = PublicationFindings(of: screen, replacing: state.readableCurrent(screen.route), in: state)
    try found.check()
    // What was sent as a translation has no lines of the definition.
    let definition = path == .translation ? nil : document
    warnings.add(definition.map { found.warnings.located(in: $0) } ?? found.warnings.withoutPositions)
    let rollouts = try RolloutChange(
      publishing: [(screen.route, screen.version)], options, by: author, at: publisher.now, publisher, state)
    let outcome = PublishOutcome(
      route: screen.route, version: screen.version, effect: effect, impact: impact,
      reassignments: reassignments, rollout: dryRun ? nil : rollouts.started, warnings: warnings)
    if dryRun { return outcome }
    let version = ScreenVersion(
      route: screen.route, number: screen.version, definition: screen.definition.stored,
      record: publisher.record(author, path))
    try publisher.save(.publish, screen.route.name, by: author, version: version.number) {
      $0.versions = [version]
      if endsDraft { $0.drafts = [screen.route: Draft?.none] }
      rollouts.write(to: &$0, by: author, publisher, state)
    }
    rollouts.apply(to: &state)
    let current = LazyPublishedScreen(screen)
    state.put(.published(current), at: screen.route)
    if endsDraft { state.schedules[screen.route] = nil }
    var change = PublishedChange(state.catalogue, published: [current])
    change.prepared = prepared
    publisher.makeVisible(state) { $0.didChange(change) }
    return outcome
  }
}

extension Publisher {
  /// The published screens.
  package var screens: ScreenService { ScreenService(publisher: self) }
}
