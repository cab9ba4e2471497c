import JSONText
package import SchemaCompatibility

/// The effects and errors of publishing a change set, and the state after it.
///
/// All screens and documents are validated against the state that they result in together.
package struct ChangeSetPlan: Sendable {
  /// The effect on one screen.
  package struct Screen: Sendable {
    package let route: Route
    package let effect: Effect
    /// The version that is current now; 0 for none.
    package let current: Int
    /// The difference from the published definition to that of the set.
    package let difference: DefinitionDifference
    package var impact = Impact.none
    package var reassignments: [Reassignment] = []
    package var warnings = Diagnostics()
  }

  /// The effect on one document.
  package struct Document: Sendable {
    package let kind: DocumentKind
    package let name: String
    package let effect: Effect
    /// The compatibility of a changed view type, for screens and for apps.
    package var compatibility: [CompatibilityReport] = []

    package var subject: ChangeSubject { .document(kind, name) }
    /// What the audit calls the change.
    var action: AuditEntry.Action { effect == .deleted ? .delete(kind) : .set(kind) }
  }

  package enum Effect: String, Sendable {
    case created, updated, deleted
    /// The set's content equals the published content.
    case unchanged
  }

  /// The errors of one subject of the set, or of a published screen or view type that the set would make invalid.
  package struct Problem: Sendable {
    package let subject: ChangeSubject
    package let diagnostics: Diagnostics
  }

  package private(set) var screens: [Screen] = []
  package private(set) var documents: [Document] = []
  package private(set) var problems: [Problem] = []

  /// The state after the publication, without the change of the set itself.
  private(set) var state: PublishedState
  private(set) var published: [PublishedScreen] = []
  private(set) var deleted: [(route: Route, version: Int)] = []
  private(set) var documentChanges = DocumentChanges()

  init(
    _ changes: [(subject: ChangeSubject, change: ProposedChange)], on state: PublishedState,
    gate: Definition.Gate?
  ) {
    self.state = state
    for (subject, change) in changes {
      guard case .document(let kind, let name) = subject else { continue }
      plan(kind, name, change.contentValue)
    }
    if !documentChanges.isEmpty { applyDocuments(from: state) }
    let screens = changes.compactMap { subject, change -> (Route, JSONValue?)? in
      guard case .screen(let route) = subject else { return nil }
      return (route, change.contentValue)
    }
    let differing = screens.filter { Self.effect(of: $0.1, at: state[$0.0]) != .unchanged }
    if mayBreakScreens { checkOtherScreens(of: state, except: Set(differing.map(\.0))) }
    plan(screens, from: state, gate: gate)
    problems.sort { $0.subject < $1.subject }
  }

  private mutating func add(_ found: Diagnostics, to subject: ChangeSubject) {
    if !found.isEmpty { problems.append(Problem(subject: subject, diagnostics: found.withoutPositions)) }
  }

  // MARK: Documents

  /// Whether the documents of the set can make other screens invalid. A new picture cannot.
  private var mayBreakScreens: Bool {
    documentChanges.kinds.contains { $0 != .asset || !documentChanges.deleted($0).isEmpty }
  }

  private mutating func plan(_ kind: DocumentKind, _ name: String, _ content: JSONValue?) {
    let old = state.document(kind, name)
    let effect: Effect =
      old == content ? .unchanged : content == nil ? .deleted : old == nil ? .created : .updated
    documents.append(Document(kind: kind, name: name, effect: effect))
    if effect != .unchanged { documentChanges[kind][name] = .some(content) }
  }

  /// Changes the catalogue of the state. A document that is invalid is reported and left out.
  private mutating func applyDocuments(from old: PublishedState) {
    var changes = StoreChanges()
    changes.documents = documentChanges
    _ = state.takeDocuments(of: changes)
    let invalid = invalidViewTypes()
    for (name, error) in invalid where documentChanges[.viewType][name] != nil {
      add(error.diagnostics, to: .document(.viewType, name))
    }
    for type in old.brokenViewTypes(invalid, except: Set(documentChanges[.viewType].keys)) {
      add(type.diagnostics, to: .document(.viewType, type.name))
    }
    for index in documents.indices where documents[index].effect != .unchanged {
      var document = documents[index]
      check(&document, old)
      documents[index] = document
    }
  }

  private func invalidViewTypes() -> [String: InvalidDocument] {
    var catalogue = state.catalogue
    return catalogue.setViewTypes(state.viewTypes)
  }

  /// Validates a document of the set against the state after the publication.
  private mutating func check(_ document: inout Document, _ old: PublishedState) {
    let (kind, name) = (document.kind, document.name)
    guard let content = documentChanges[kind][name].flatMap(\.self) else { return }
    do {
      let text = try JSONDocument(of: content)
      try kind.contents.check(name, text, state)
      if kind == .viewType { compare(&document, with: text, old) }
    } catch let error as InvalidDocument {
      add(error.diagnostics, to: document.subject)
    } catch let error as JSONSyntaxError {
      add(Diagnostics(error), to: document.subject)
    } catch {
      add(Diagnostics(Diagnostic(.unreadable, at: .root, "\(error)")), to: document.subject)
    }
  }

  /// Compares a changed view type with the schemas that screens and apps have.
  private mutating func compare(
    _ document: inout Document, with text: JSONDocument, _ old: PublishedState
  ) {
    let comparison = ViewTypeComparison(document.name, new: text, in: state.catalogue)
    if let before = old.viewTypes[document.name] {
      document.compatibility = comparison.reports(comparedWith: before, in: old.catalogue)
    }
    for broken in comparison.broken(among: state.catalogue.releases.values) {
      add(Diagnostics(.breaking(broken)), to: document.subject)
    }
  }

  /// Reports the published screens that the new catalogue would make invalid.
  private mutating func checkOtherScreens(of old: PublishedState, except routes: Set<Route>) {
    for screen in old.brokenScreens(with: state.catalogue, except: routes) {
      add(screen.diagnostics, to: .screen(screen.route))
    }
  }

  /// Requires that a guard can take the screens of the set back: nothing else changes but view types that stay compatible.
  /// Everybody gets these at once, and they stay after a rollback.
  /// - Parameter old: the state before the publication.
  /// - Throws: ``ScreensError/notGuardable(_:)``.
  func requireGuardable(replacing old: PublishedState) throws(ScreensError) {
    if let screen = deleted.first {
      throw .notGuardable("the set deletes the screen \(quoted(screen.route.name)), which no unit could keep")
    }
    for document in documents where document.effect != .unchanged {
      guard document.kind == .viewType, document.effect != .deleted else {
        throw .notGuardable(
          "a guarded change set changes screens and view types alone, not \(document.subject)")
      }
      try document.compatibility.requireGuardable(of: document.name)
    }
    try requireNoMovedExperiments(from: old)
  }

  /// Requires that each experiment stays on its screen. Otherwise two screens would have it during the rollout: the old
  /// version of one, and the new version of the other.
  private func requireNoMovedExperiments(from old: PublishedState) throws(ScreensError) {
    var owners: [ExactString: Route] = [:]
    for screen in published {
      guard case .published(let current)? = old[screen.route],
        let kept = try? old.rollouts.served(current).screen()
      else { continue }
      for experiment in kept.definition.experiments { owners[experiment.key] = screen.route }
    }
    for screen in published {
      for experiment in screen.definition.experiments {
        guard let owner = owners[experiment.key], owner != screen.route else { continue }
        throw .notGuardable(
          "the set moves the experiment \(quoted(experiment.key)) from the screen \(quoted(owner.name)) to "
            + "\(quoted(screen.route.name)), and both would have it during the rollout")
      }
    }
  }

  // MARK: Screens

  private mutating func plan(
    _ changes: [(route: Route, content: JSONValue?)], from old: PublishedState, gate: Definition.Gate?
  ) {
    let effects = changes.map { Self.effect(of: $0.content, at: old[$0.route]) }
    // An experiment may move from one screen of the set to another, so remove all changed screens first.
    for ((route, _), effect) in zip(changes, effects) where effect == .updated || effect == .deleted {
      state.put(.deleted(version: old[route]?.version ?? 0), at: route)
    }
    for ((route, content), effect) in zip(changes, effects) {
      let before = old.readableCurrent(route)
      let current = old[route]?.version ?? 0
      var screen = Screen(
        route: route, effect: effect, current: current,
        difference: DefinitionDifference(
          from: before?.definition.stored ?? .object([:]), to: content ?? .object([:]), in: state.catalogue))
      switch (effect, content) {
      case (.unchanged, _): break
      case (_, nil):
        deleted.append((route, current + 1))
        state.put(.deleted(version: current + 1), at: route)
      case (_, let content?):
        plan(&screen, content, from: before, gate: gate)
      }
      screens.append(screen)
    }
    checkLinksAndTranslations(from: old)
  }

  /// Looks at the screens of the set together, because they can link to each other.
  private mutating func checkLinksAndTranslations(from old: PublishedState) {
    for next in published {
      let found = PublicationFindings(of: next, replacing: old.readableCurrent(next.route), in: state)
      add(found.refusals, to: .screen(next.route))
      if let index = screens.firstIndex(where: { $0.route == next.route }) {
        screens[index].warnings.add(found.warnings.withoutPositions)
      }
    }
    for (route, _) in deleted {
      let found = PublicationFindings(deleting: route, in: state)
      add(found.refusals, to: .screen(route))
      if let index = screens.firstIndex(where: { $0.route == route }) {
        screens[index].warnings.add(found.warnings.withoutPositions)
      }
    }
  }

  private mutating func plan(
    _ screen: inout Screen, _ content: JSONValue, from before: PublishedScreen?, gate: Definition.Gate?
  ) {
    do {
      let next = try state.read(
        try JSONDocument(of: content), route: screen.route, version: screen.current + 1)
      screen.impact = state.catalogue.impact(of: next, gate: gate)
      add(screen.impact.refusals, to: .screen(screen.route))
      screen.warnings = state.warnings(about: next, in: nil)
      if let before { screen.reassignments = Reassignment.all(from: before.definition, to: next.definition) }
      published.append(next)
      state.put(.published(LazyPublishedScreen(next)), at: screen.route)
    } catch let error as InvalidDocument {
      add(error.diagnostics, to: .screen(screen.route))
    } catch let error as JSONSyntaxError {
      add(Diagnostics(error), to: .screen(screen.route))
    } catch {
      add(Diagnostics(Diagnostic(.unreadable, at: .root, "\(error)")), to: .screen(screen.route))
    }
  }

  private static func effect(of content: JSONValue?, at entry: PublishedState.Entry?) -> Effect {
    guard case .published(let current)? = entry else { return content == nil ? .unchanged : .created }
    guard let content else { return .deleted }
    return (try? current.screen())?.definition.stored == content ? .unchanged : .updated
  }
}

extension Diagnostic {
  fileprivate static func breaking(_ broken: BrokenRelease) -> Diagnostic {
    Diagnostic(
      .breaksRelease, at: broken.report.reasons.first?.new.pointer ?? .root,
      "the supported release \(broken.release) could not decode all content of the changed view type",
      hint: broken.report.reasons.first?.message)
  }
}
