package import JSONText
import Synchronization

/// The one way in which anything is published: checks it, makes it durable, and only then puts it in force.
///
/// Writes are done one at a time. What a write has answered is stored, and served from then on.
package final class Publisher: Sendable {
  /// Bytes of a definition that an edit may lead to; each request is bounded by its body, but edits add up.
  package static let maximumDefinitionBytes = 4 << 20

  let store: any ScreenStore
  let observer: any PublicationObserver
  /// Seconds since 1970 UTC.
  let clock: @Sendable () -> Double
  /// What becomes of definitions that do not say it themselves.
  let gate: Definition.Gate?
  /// Of each screen, how many versions are kept; nil for all.
  let keepVersions: Int?
  /// Who may do what, beside the bearer of the server's own token.
  package let tokens: AccessTokens
  let ledger: Mutex<ScreenLedger>

  /// Opens what the store holds and tells the observer of it.
  ///
  /// - Returns in `problems`: stored versions that can't be read any more. They are not served.
  /// - Throws: ``StoreError``.
  package init(
    store: any ScreenStore, observer: any PublicationObserver, clock: @escaping @Sendable () -> Double,
    gate: Definition.Gate? = nil, keepVersions: Int? = nil, problems: inout [FileProblem]
  ) throws(StoreError) {
    let contents = try store.load()
    var ledger = ScreenLedger()
    ledger.viewTypes = contents.viewTypes
    ledger.imports = contents.imports
    for (name, invalid) in ledger.catalogue.setViewTypes(contents.viewTypes) {
      problems.append(FileProblem(path: "stored view type \(name)", diagnostics: invalid.diagnostics))
    }
    for (name, json) in contents.formats {
      do {
        ledger.catalogue.setFormat(try WireFormat(name: name, try Self.document(of: json)))
      } catch let error as InvalidDocument {
        problems.append(FileProblem(path: "stored format \(name)", diagnostics: error.diagnostics))
      } catch {
        throw .damaged("the stored format \(quoted(name)) cannot be read any more: \(error)")
      }
    }
    ledger.setGroups(contents.groups)
    for (text, json) in contents.releases {
      guard let name = ReleaseName(text) else {
        throw .damaged("the stored release \(quoted(text)) cannot be read any more")
      }
      do {
        ledger.catalogue.setRelease(try ReleaseReader.read(try Self.document(of: json), name: name))
      } catch {
        throw .damaged("the stored release \(name) cannot be read any more: \(error)")
      }
    }
    for stored in contents.screens {
      if let text = stored.definition {
        ledger.put(
          .published(CurrentScreen(stored, text: text, groups: ledger.catalogue.groups)), at: stored.route)
      } else {
        ledger.put(.deleted(version: stored.number), at: stored.route)
      }
    }
    self.store = store
    self.observer = observer
    self.clock = clock
    self.gate = gate
    self.keepVersions = keepVersions
    ledger.schedules = contents.schedules
    tokens = AccessTokens()
    for token in contents.tokens { tokens.add(token) }
    observer.didChange(ledger.catalogue, screens: ledger.screens)
    for case (let route, .deleted(let version)) in ledger.entries.pairs {
      observer.didDelete(route, version: version)
    }
    observer.didSchedule(next: ledger.schedules.values.min())
    self.ledger = Mutex(ledger)
  }

  /// One that begins with what is in force in another, and goes its own way from there. It keeps what it publishes in
  /// memory, has no drafts of the other, and the same tokens.
  /// - Parameters:
  ///   - budget: the memory that it and others like it may take.
  ///   - makeObserver: called while nothing is published in the other one, so that it can begin with the same.
  package init(
    forking base: Publisher, budget: OverlayBudget, makeObserver: () -> any PublicationObserver
  ) {
    let (snapshot, observer) = base.ledger.withLock { ($0, makeObserver()) }
    store = OverlayStore(base: base.store, ledger: snapshot, budget: budget, began: base.clock())
    self.observer = observer
    clock = base.clock
    gate = base.gate
    keepVersions = base.keepVersions
    tokens = base.tokens
    var ledger = snapshot
    ledger.schedules = [:]
    self.ledger = Mutex(ledger)
  }

  // MARK: Reading

  package var catalogue: Catalogue { ledger.withLock { $0.catalogue } }

  /// The screens in force, by route.
  package var screens: [CurrentScreen] { ledger.withLock { $0.screens }.sorted { $0.route < $1.route } }

  package func current(_ route: Route) throws(ScreensError) -> PublishedScreen {
    try locked { (ledger) throws(ScreensError) in try ledger.current(route) }
  }

  /// The number of the newest version, be it the deletion of the screen; nil when there never was one.
  package func newestVersion(of route: Route) -> Int? { ledger.withLock { $0[route]?.version } }

  /// A version as it was published.
  package func version(_ number: Int, of route: Route) throws(ScreensError) -> ScreenVersion {
    try locked { (ledger) throws(ScreensError) in try self.storedVersion(number, of: route, ledger) }
  }

  /// A version, read and applied as it was published.
  package func screen(_ route: Route, version: Int) throws(ScreensError) -> PublishedScreen {
    try locked { (ledger) throws(ScreensError) in
      if case .published(let current)? = ledger[route], current.version == version {
        return try current.screen()
      }
      let stored = try self.storedVersion(version, of: route, ledger)
      guard let json = stored.definition else { throw .versionWithoutContent(version, route) }
      return try PublishedScreen.stored(
        json.serialized(), route: route, version: version, groups: ledger.catalogue.groups)
    }
  }

  /// The history of a route, newest first.
  package func versions(
    of route: Route, before: Int?, limit: Int
  ) throws(ScreensError) -> [VersionSummary] {
    try locked { (ledger) throws(ScreensError) in
      if ledger[route] == nil { _ = try ledger.current(route) }
      return try self.stored { (store) throws(StoreError) in
        try store.versions(of: route, before: before, limit: limit)
      }
    }
  }

  // MARK: Writing

  /// Publishes a definition.
  ///
  /// - Parameters:
  ///   - text: the definition as sent; errors have their places in it.
  ///   - precondition: whether to go on, given the current version (nil when there is no screen).
  ///   - dryRun: check everything, publish nothing.
  package func publish(
    _ text: [UInt8], at route: Route, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      try self.require(precondition, route, ledger)
      let document = try JSONDocument(body: text)
      let next = (ledger[route]?.version ?? 0) + 1
      let screen: PublishedScreen
      do throws(InvalidDocument) {
        screen = try ledger.read(document, route: route, version: next)
      } catch {
        throw .invalid(error.diagnostics)
      }
      return try self.commit(
        screen, by: author, via: .put, dryRun: dryRun, allowsReassignment: allowsReassignment,
        document: document, &ledger)
    }
  }

  /// Changes the current definition by a function and publishes the result.
  package func edit(
    _ route: Route, by author: Author, via path: PublicationRecord.Path, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true },
    _ change: (PublishedScreen, Catalogue) throws(ScreensError) -> JSONValue
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      let current = try ledger.current(route)
      try self.require(precondition, route, ledger)
      let json = try change(current, ledger.catalogue)
      let screen = try self.read(json, route: route, version: current.version + 1, &ledger)
      return try self.commit(
        screen, by: author, via: path, dryRun: dryRun, allowsReassignment: allowsReassignment, &ledger)
    }
  }

  /// Publishes the content of an earlier version again, as a new one.
  package func rollback(
    _ route: Route, to number: Int, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      if ledger[route] == nil { _ = try ledger.current(route) }
      try self.require(precondition, route, ledger)
      let stored = try self.storedVersion(number, of: route, ledger)
      guard let json = stored.definition else { throw .versionWithoutContent(number, route) }
      let next = (ledger[route]?.version ?? 0) + 1
      let screen = try self.read(json, route: route, version: next, &ledger)
      return try self.commit(
        screen, by: author, via: .rollback, dryRun: dryRun, allowsReassignment: allowsReassignment, &ledger)
    }
  }

  /// Publishes a version without content.
  package func delete(
    _ route: Route, by author: Author, dryRun: Bool = false,
    precondition: (Int?) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      if case .deleted(let version)? = ledger[route] {
        try self.require(precondition, route, ledger)
        return PublishOutcome(route: route, version: version, effect: .unchanged)
      }
      let current = try ledger.current(route)
      try self.require(precondition, route, ledger)
      let version = ScreenVersion(
        route: route, number: current.version + 1, definition: nil, record: self.record(author, .delete))
      let outcome = PublishOutcome(route: route, version: version.number, effect: .updated)
      if dryRun { return outcome }
      let entry = self.entry(.deleteScreen, route.name, by: author, version: version.number)
      try self.save(entry) { $0.versions = [version] }
      ledger.put(.deleted(version: version.number), at: route)
      self.observer.didDelete(route, version: version.number)
      return outcome
    }
  }

  // MARK: Steps

  /// Typed throws through the lock.
  func locked<T: Sendable>(
    _ body: (inout ScreenLedger) throws(ScreensError) -> T
  ) throws(ScreensError) -> T {
    try ledger.withLock { (ledger) throws(ScreensError) -> T in try body(&ledger) }
  }

  func require(
    _ precondition: (Int?) -> Bool, _ route: Route, _ ledger: ScreenLedger
  ) throws(ScreensError) {
    var current: Int?
    if case .published(let screen)? = ledger[route] { current = screen.version }
    guard precondition(current) else { throw .preconditionFailed(current: current) }
  }

  /// Reads a definition that was not sent as text: errors have pointers, but no lines.
  func read(
    _ json: JSONValue, route: Route, version: Int, _ ledger: inout ScreenLedger
  ) throws(ScreensError) -> PublishedScreen {
    do {
      let document = try Self.document(of: json)
      guard document.text.count <= Self.maximumDefinitionBytes else {
        var diagnostics = Diagnostics()
        diagnostics.add(
          Diagnostic(
            .tooMany, at: .root, "the definition would have more than \(Self.maximumDefinitionBytes) bytes"))
        throw InvalidDocument(diagnostics)
      }
      return try ledger.read(document, route: route, version: version)
    } catch let error as InvalidDocument {
      throw .invalid(error.diagnostics.withoutPlaces)
    } catch let error as JSONSyntaxError {
      throw .unparsable(Diagnostics(error))
    } catch {
      throw .store(.damaged("\(error)"))
    }
  }

  static func document(of json: JSONValue) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(json.serialized())
  }

  func storedVersion(
    _ number: Int, of route: Route, _ ledger: ScreenLedger
  ) throws(ScreensError) -> ScreenVersion {
    if ledger[route] == nil { _ = try ledger.current(route) }
    let version = try stored { (store) throws(StoreError) in try store.version(number, of: route) }
    guard let version else { throw .unknownVersion(number, route) }
    return version
  }

  func stored<T>(_ body: (any ScreenStore) throws(StoreError) -> T) throws(ScreensError) -> T {
    do {
      return try body(store)
    } catch {
      throw .store(error)
    }
  }

  /// Stores changes, and in the same step who made them.
  func save(_ entry: AuditEntry, _ fill: (inout StoreChanges) -> Void) throws(ScreensError) {
    var changes = StoreChanges()
    fill(&changes)
    changes.audit.append(entry)
    changes.keptVersions = keepVersions
    try stored { (store) throws(StoreError) in try store.save(changes) }
  }

  func entry(
    _ action: AuditEntry.Action, _ subject: String, by author: Author, version: Int? = nil
  ) -> AuditEntry {
    AuditEntry(
      at: clock(), by: author.name, action: action, subject: subject, version: version,
      message: author.message)
  }

  func record(_ author: Author, _ path: PublicationRecord.Path) -> PublicationRecord {
    PublicationRecord(publishedAt: clock(), by: author.name, via: path, message: author.message)
  }

  /// Stores a version and puts it in force, unless nothing has changed.
  func commit(
    _ screen: PublishedScreen, by author: Author, via path: PublicationRecord.Path, dryRun: Bool,
    allowsReassignment: Bool, document: JSONDocument? = nil, endsDraft: Bool = false,
    _ ledger: inout ScreenLedger
  ) throws(ScreensError) -> PublishOutcome {
    let impact = ledger.catalogue.impact(of: screen, gate: gate)
    var effect = PublishOutcome.Effect.created
    var reassignments: [Reassignment] = []
    if case .published(let current)? = ledger[screen.route] {
      if try current.screen().definition.json == screen.definition.json {
        if endsDraft, !dryRun { try removeDraft(screen.route, by: author, &ledger) }
        return PublishOutcome(
          route: screen.route, version: current.version, effect: .unchanged, impact: impact)
      }
      effect = .updated
      reassignments = Reassignment.all(from: try current.screen().definition, to: screen.definition)
      let moving = reassignments.filter(\.movesUnits)
      guard moving.isEmpty || allowsReassignment else { throw .reassigns(moving) }
    }
    var refusals = impact.refusals
    if !refusals.isEmpty {
      if let document { refusals.locate(in: document) }
      throw .invalid(refusals)
    }
    let outcome = PublishOutcome(
      route: screen.route, version: screen.version, effect: effect, impact: impact,
      reassignments: reassignments)
    if dryRun { return outcome }
    let version = ScreenVersion(
      route: screen.route, number: screen.version, definition: screen.definition.json,
      record: record(author, path))
    try save(entry(.publish, screen.route.name, by: author, version: version.number)) {
      $0.versions = [version]
      if endsDraft { $0.drafts = [screen.route: Draft?.none] }
    }
    let current = CurrentScreen(screen)
    ledger.put(.published(current), at: screen.route)
    if endsDraft { setSchedule(nil, of: screen.route, &ledger) }
    observer.didPublish(current, catalogue: ledger.catalogue)
    return outcome
  }
}

extension ScreenLedger {
  /// The screens in force that another catalogue would refuse.
  func brokenScreens(with catalogue: Catalogue, except routes: Set<Route> = []) -> [BrokenScreen] {
    screens.sorted { $0.route < $1.route }.compactMap { current in
      guard !routes.contains(current.route) else { return nil }
      do {
        let document = try JSONDocument(try current.screen().definition.json.serialized())
        _ = try DefinitionReader.read(document, route: current.route, catalogue: catalogue)
        return nil
      } catch let error as InvalidDocument {
        return BrokenScreen(
          route: current.route, version: current.version, diagnostics: error.diagnostics.withoutPlaces)
      } catch {
        // What cannot be read any more is not served, so nothing can break it.
        return nil
      }
    }
  }
}

extension Diagnostics {
  /// The findings without lines and columns, for a document that nobody sent as text.
  var withoutPlaces: Diagnostics {
    var result = Diagnostics()
    for var diagnostic in kept {
      diagnostic.position = nil
      result.add(diagnostic)
    }
    return result
  }
}
