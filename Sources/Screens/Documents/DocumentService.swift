package import JSONText

/// Changing single documents. The change of one that others refer to is validated like a change set without other
/// changes.
package struct DocumentService: Sendable {
  let publisher: Publisher

  /// Adds or changes a document.
  /// - Parameters:
  ///   - force: whether to change it although current screens become invalid.
  ///   - precondition: whether to continue, given the present document (nil if there is none).
  /// - Returns: whether the document is new.
  /// - Throws: ``ScreensError/invalidBody(_:)``, ``ScreensError/breaksScreens(_:)``,
  ///   ``ScreensError/documentPreconditionFailed(current:)``.
  package func set(
    _ kind: DocumentKind, _ name: String, _ text: [UInt8], by author: Author, dryRun: Bool = false,
    force: Bool = false, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> Bool {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try state.require(precondition, kind, name)
      let document = try JSONDocument(body: text)
      let current = state.document(kind, name)
      if kind.isReferredTo {
        try self.change(
          kind, name, to: document.value, document: document, by: author, dryRun: dryRun, force: force, &state
        )
      } else {
        do {
          try kind.contents.check(name, document, state)
        } catch {
          throw .invalidBody(
            (error as? InvalidDocument)?.diagnostics.located(in: document)
              ?? Diagnostics(Diagnostic(.unreadable, at: .root, "\(error)")))
        }
        if !dryRun, current != document.value {
          try self.store(kind, name, document.value, by: author, &state)
        }
      }
      return current == nil
    }
  }

  /// Deletes a document.
  /// - Throws: ``ScreensError/breaksScreens(_:)``, ``ScreensError/breaksViewTypes(_:screens:)``,
  ///   ``ScreensError/unknownDocument(_:nearest:)``.
  package func delete(
    _ kind: DocumentKind, _ name: String, by author: Author, dryRun: Bool = false, force: Bool = false,
    precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try self.delete(
        kind, name, by: author, dryRun: dryRun, force: force, precondition: precondition, &state)
    }
  }

  func delete(
    _ kind: DocumentKind, _ name: String, by author: Author, dryRun: Bool = false, force: Bool,
    precondition: (JSONValue?) -> Bool = { _ in true }, _ state: inout PublishedState
  ) throws(ScreensError) {
    guard state.document(kind, name) != nil else {
      throw .unknown(kind, name, among: kind.contents.all(state).keys)
    }
    try state.require(precondition, kind, name)
    if kind.isReferredTo {
      try change(kind, name, to: nil, document: nil, by: author, dryRun: dryRun, force: force, &state)
    } else if !dryRun {
      try store(kind, name, nil, by: author, &state)
    }
  }

  /// Stores a document that nothing refers to, or its deletion, and shows it.
  /// - Throws: ``ScreensError/invalidBody(_:)`` if there are too many.
  func store(
    _ kind: DocumentKind, _ name: String, _ content: JSONValue?, by author: Author,
    _ state: inout PublishedState
  ) throws(ScreensError) {
    if content != nil, let maximum = kind.maximumCount, state.document(kind, name) == nil,
      kind.contents.all(state).count >= maximum
    {
      throw .invalidBody(
        Diagnostics(
          Diagnostic(
            .tooMany, at: .root, "there are at most \(maximum) \(kind.noun)s",
            hint: "delete those that are no longer in use")))
    }
    var changes = StoreChanges()
    changes.documents[kind] = [name: content]
    try publisher.save(content == nil ? .delete(kind) : .set(kind), name, by: author) {
      $0.documents = changes.documents
    }
    publisher.take(changes)
    state = publisher.state
  }

  private func change(
    _ kind: DocumentKind, _ name: String, to content: JSONValue?, document: JSONDocument?, by author: Author,
    dryRun: Bool, force: Bool, _ state: inout PublishedState
  ) throws(ScreensError) {
    let subject = ChangeSubject.document(kind, name)
    let change = ProposedChange(
      content: content?.serialized(), base: nil, baseVersion: 0, edits: 1, at: publisher.clock(),
      by: author.name,
      message: author.message)
    let plan = ChangeSetPlan([(subject, change)], on: state, gate: publisher.gate)
    var types: [BrokenViewType] = []
    var screens: [BrokenScreen] = []
    for problem in plan.problems {
      switch problem.subject {
      case subject:
        throw .invalidBody(document.map { problem.diagnostics.located(in: $0) } ?? problem.diagnostics)
      case .document(_, let other):
        types.append(BrokenViewType(name: other, diagnostics: problem.diagnostics))
      case .screen(let route), .draft(let route):
        screens.append(
          BrokenScreen(
            route: route, version: state[route]?.version ?? 0, diagnostics: problem.diagnostics))
      }
    }
    if !force {
      guard types.isEmpty else { throw .breaksViewTypes(types, screens: screens) }
      guard screens.isEmpty else { throw .breaksScreens(screens) }
    }
    guard let planned = plan.documents.first, planned.effect != .unchanged, !dryRun else { return }
    try publisher.save(planned.action, name, by: author) {
      $0.documents = plan.documentChanges
    }
    state = plan.state
    let visible = PublishedChange(changing: state.catalogue, screens: state.screens)
    publisher.makeVisible(state) { $0.didChange(visible) }
  }
}

extension Publisher {
  /// The documents that a store keeps by name.
  package var documents: DocumentService { DocumentService(publisher: self) }
}

extension PublishedState {
  /// Checks a precondition against the present document.
  func require(
    _ precondition: (JSONValue?) -> Bool, _ kind: DocumentKind, _ name: String
  ) throws(ScreensError) {
    let current = document(kind, name)
    guard precondition(current) else { throw .documentPreconditionFailed(current: current) }
  }
}
