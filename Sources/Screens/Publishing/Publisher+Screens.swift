package import JSONText

/// Publishing, editing, rolling back and deleting screens.
extension Publisher {
  /// Publishes a definition.
  /// - Parameters:
  ///   - text: the definition as sent. Errors have their lines and columns in it.
  ///   - precondition: whether to continue, given the current version (nil if there is no screen).
  ///   - dryRun: whether to validate only.
  ///   - allowsReassignment: whether to publish if units would move between variants of a running experiment.
  package func publish(
    _ text: [UInt8], at route: Route, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    // Parse, validate and render before taking the lock of the writers, so that others do not wait for it. The
    // precondition is still checked first, so its error wins.
    let parsed: Result<JSONDocument, ScreensError>
    var early: EarlyVersion?
    do throws(ScreensError) {
      let document = try JSONDocument(body: text)
      parsed = .success(document)
      let state = state
      // Otherwise the definition will probably not be published.
      if holds(precondition, route, state) {
        early = EarlyVersion(document, route: route, state, observer: dryRun ? nil : observer)
      }
    } catch {
      parsed = .failure(error)
    }
    return try writing { (state) throws(ScreensError) in
      try self.require(precondition, route, state)
      let document = try parsed.get()
      let screen: PublishedScreen
      var prepared: (any PreparedVersion)?
      do throws(InvalidDocument) {
        if let ready = try early?.screen(in: state) {
          screen = ready
          prepared = early?.prepared
          try state.requireOwnExperiments(screen.definition, of: route, in: document)
        } else {
          screen = try state.read(document, route: route, version: state.nextVersion(of: route))
        }
      } catch {
        throw .invalid(error.diagnostics)
      }
      return try self.commit(
        screen, prepared: prepared, by: author, via: .put, dryRun: dryRun,
        allowsReassignment: allowsReassignment, document: document, &state)
    }
  }

  /// Transforms the current definition and publishes the result.
  package func edit(
    _ route: Route, by author: Author, via path: PublicationRecord.Path, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true },
    _ change: (PublishedScreen, Catalogue) throws(ScreensError) -> JSONValue
  ) throws(ScreensError) -> PublishOutcome {
    try writing { (state) throws(ScreensError) in
      let current = try state.current(route)
      try self.require(precondition, route, state)
      let json = try change(current, state.catalogue)
      let screen = try self.read(json, route: route, version: current.version + 1, &state)
      return try self.commit(
        screen, by: author, via: path, dryRun: dryRun, allowsReassignment: allowsReassignment, &state)
    }
  }

  /// Publishes the content of an earlier version as a new version.
  package func rollback(
    _ route: Route, to number: Int, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try writing { (state) throws(ScreensError) in
      if state[route] == nil { throw state.unknownRoute(route) }
      try self.require(precondition, route, state)
      let stored = try self.storedVersion(number, of: route, state)
      guard let json = stored.definition else { throw .versionWithoutContent(number, route) }
      let screen = try self.read(json, route: route, version: state.nextVersion(of: route), &state)
      return try self.commit(
        screen, by: author, via: .rollback, dryRun: dryRun, allowsReassignment: allowsReassignment, &state)
    }
  }

  /// Deletes a screen by publishing a version without content.
  package func delete(
    _ route: Route, by author: Author, dryRun: Bool = false,
    precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try writing { (state) throws(ScreensError) in
      if case .deleted(let version)? = state[route] {
        try self.require(precondition, route, state)
        return PublishOutcome(route: route, version: version, effect: .unchanged)
      }
      // Only the number is needed: the content may be damaged.
      guard let current = state[route]?.version else { throw state.unknownRoute(route) }
      try self.require(precondition, route, state)
      let version = ScreenVersion(
        route: route, number: current + 1, definition: nil, record: self.record(author, .delete))
      let outcome = PublishOutcome(route: route, version: version.number, effect: .updated)
      if dryRun { return outcome }
      let entry = self.entry(.deleteScreen, route.name, by: author, version: version.number)
      try self.save(entry, by: author) { $0.versions = [version] }
      state.put(.deleted(version: version.number), at: route)
      let change = PublishedChange(state.catalogue, deleted: [(route, version.number)])
      self.makeVisible(state) { $0.didChange(change) }
      return outcome
    }
  }

  // MARK: Steps

  func require(
    _ precondition: (Int?) -> Bool, _ route: Route, _ state: PublishedState
  ) throws(ScreensError) {
    guard holds(precondition, route, state) else {
      throw .preconditionFailed(current: state.currentVersion(of: route))
    }
  }

  private func holds(_ precondition: (Int?) -> Bool, _ route: Route, _ state: PublishedState) -> Bool {
    precondition(state.currentVersion(of: route))
  }

  /// Reads a definition that was not sent as text: its errors have pointers, but no lines.
  func read(
    _ json: JSONValue, route: Route, version: Int, _ state: inout PublishedState
  ) throws(ScreensError) -> PublishedScreen {
    do {
      let document = try Self.document(of: json)
      guard document.text.count <= Self.maximumDefinitionBytes else {
        let diagnostic = Diagnostic(
          .tooMany, at: .root, "the definition would have more than \(Self.maximumDefinitionBytes) bytes")
        throw InvalidDocument(Diagnostics(diagnostic))
      }
      return try state.read(document, route: route, version: version)
    } catch let error as InvalidDocument {
      throw .invalid(error.diagnostics.withoutPositions)
    } catch let error as JSONSyntaxError {
      throw .unparsable(Diagnostics(error))
    } catch {
      throw .store(.damaged("\(error)"))
    }
  }

  /// Stores a version and makes it visible, unless its content is that of the current version.
  /// - Parameters:
  ///   - prepared: what the observer has prepared for the version.
  ///   - document: the definition as sent, for the lines and columns of errors; nil if it was not sent as text.
  ///   - endsDraft: whether to delete the screen's draft in the same step.
  func commit(
    _ screen: PublishedScreen, prepared: (any PreparedVersion)? = nil, by author: Author,
    via path: PublicationRecord.Path, dryRun: Bool, allowsReassignment: Bool, document: JSONDocument? = nil,
    endsDraft: Bool = false, _ state: inout PublishedState
  ) throws(ScreensError) -> PublishOutcome {
    let impact = state.catalogue.impact(of: screen, gate: gate)
    var effect = PublishOutcome.Effect.created
    var reassignments: [Reassignment] = []
    if case .published(let current)? = state[screen.route] {
      // A damaged version has no readable definition. Any new definition counts as a change and reassigns no unit.
      let old = (try? current.screen())?.definition
      if let old, old.json == screen.definition.json {
        if endsDraft, !dryRun { try removeDraft(screen.route, by: author, &state) }
        return PublishOutcome(
          route: screen.route, version: current.version, effect: .unchanged, impact: impact)
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
    let outcome = PublishOutcome(
      route: screen.route, version: screen.version, effect: effect, impact: impact,
      reassignments: reassignments)
    if dryRun { return outcome }
    let version = ScreenVersion(
      route: screen.route, number: screen.version, definition: screen.definition.json,
      record: record(author, path))
    try save(
      entry(.publish, screen.route.name, by: author, version: version.number), by: author
    ) {
      $0.versions = [version]
      if endsDraft { $0.drafts = [screen.route: Draft?.none] }
    }
    let current = LazyPublishedScreen(screen)
    state.put(.published(current), at: screen.route)
    if endsDraft { state.schedules[screen.route] = nil }
    var change = PublishedChange(state.catalogue, published: [current])
    change.prepared = prepared
    makeVisible(state) { $0.didChange(change) }
    return outcome
  }
}
