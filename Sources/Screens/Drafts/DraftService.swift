import JSONText

/// Drafts: saving, publishing, scheduling and deleting them.
package struct DraftService: Sendable {
  let publisher: Publisher

  /// All drafts without their definitions, sorted by route.
  package func summaries() throws(ScreensError) -> [DraftSummary] {
    try publisher.stored { (store) throws(StoreError) in try store.drafts() }
  }

  /// The draft of a screen, with the errors it has now.
  package func draft(of route: Route) throws(ScreensError) -> CheckedDraft {
    var state = publisher.state
    guard let draft = try storedDraft(of: route) else { throw .noDraft(route) }
    let (diagnostics, warnings) = try check(draft, &state)
    return CheckedDraft(draft: draft, diagnostics: diagnostics, warnings: warnings)
  }

  /// The draft of a screen as it would be published.
  /// - Throws: ``ScreensError/invalid(_:)`` if the draft cannot be published.
  package func preview(of route: Route) throws(ScreensError) -> PublishedScreen {
    var state = publisher.state
    guard let draft = try storedDraft(of: route) else { throw .noDraft(route) }
    let next = state.nextVersion(of: route)
    return try publisher.screens.read(draft.definition, route: route, version: next, &state)
  }

  /// Saves a draft, which may be invalid. Cancels the schedule of the draft that it replaces.
  ///
  /// - Parameters:
  ///   - base: the version that the draft began from; nil for that of the replaced draft, or else the current version.
  ///   - precondition: whether to continue, given the tag of the replaced draft (nil if there is none).
  package func save(
    _ text: [UInt8], of route: Route, by author: Author, base: Int? = nil, dryRun: Bool = false,
    precondition: (String?) -> Bool = { _ in true }
  ) throws(ScreensError) -> CheckedDraft {
    let document = try JSONDocument(body: text)
    let early = EarlyVersion(document, route: route, publisher.state, observers: [])
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      // A damaged draft has no tag and may be replaced.
      let old = try self.readableDraft(of: route)
      guard precondition(old?.tag) else { throw .draftPreconditionFailed(current: old?.tag) }
      let current = state[route]?.version ?? 0
      if let base { try self.requireBase(base, of: route, current: current, state) }
      let now = publisher.clock()
      let draft = Draft(
        route: route, definition: document.value, baseVersion: base ?? old?.baseVersion ?? current,
        // A dry run saves nothing, so it uses up no revision.
        revision: dryRun ? 0 : publisher.draftRevisions.next(at: now, after: old?.revision ?? 0),
        savedAt: now,
        by: author.name, message: author.message)
      var diagnostics = Diagnostics()
      var warnings = Diagnostics()
      do throws(InvalidDocument) {
        let screen: PublishedScreen
        if let ready = try early.ready(at: route, in: &state) {
          screen = ready.screen
        } else {
          screen = try state.read(document, route: route, version: current + 1)
        }
        diagnostics = state.catalogue.impact(of: screen, gate: publisher.gate).refusals.located(in: document)
        warnings = state.warnings(about: screen, in: document)
      } catch {
        diagnostics = error.diagnostics
      }
      if !dryRun {
        let cancelled = self.cancelledSchedule(of: route, by: author, state)
        try publisher.save(.saveDraft, route.name, by: author) {
          $0.drafts = [route: draft]
          $0.audit = cancelled
        }
        // The schedule was approved for the replaced draft, not for this one.
        self.setSchedule(nil, of: route, &state)
      }
      return CheckedDraft(
        draft: draft, diagnostics: diagnostics, warnings: warnings, isNew: old == nil)
    }
  }

  /// Deletes a draft and its schedule.
  package func delete(
    of route: Route, by author: Author, dryRun: Bool = false,
    precondition: (String?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      let tag: String?
      do throws(ScreensError) {
        guard let draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
        tag = draft.tag
      } catch {
        // A damaged draft has no tag and may be deleted.
        guard case .store(.damaged) = error else { throw error }
        tag = nil
      }
      guard precondition(tag) else { throw .draftPreconditionFailed(current: tag) }
      guard !dryRun else { return }
      let cancelled = self.cancelledSchedule(of: route, by: author, state)
      try self.remove(route, by: author, after: cancelled, &state)
    }
  }

  /// Publishes a draft.
  /// - Parameter precondition: whether to continue, given the tags of the current version and of the draft.
  /// - Throws: ``ScreensError/draftOutdated(_:)`` if another version has been published since the draft began.
  package func publish(
    of route: Route, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    rollout: RolloutOptions = .none, precondition: ([String]) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    var tag: String?
    let early = publisher.screens.early(at: route, dryRun: dryRun) { (state) throws(ScreensError) in
      guard let draft = try storedDraft(of: route), draft.baseVersion == state[route]?.version ?? 0 else {
        return Optional.none
      }
      tag = draft.tag
      return draft.definition
    }
    let read = early.map { (version: $0, ofDraft: tag) }
    return try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try self.require(precondition, route, state)
      return try self.publish(
        of: route, read, by: author, via: .draft, dryRun: dryRun, allowsReassignment: allowsReassignment,
        rollout: rollout, &state)
    }
  }

  // MARK: Steps

  /// Requires that a draft can begin from a version: the version exists, or the number is 0.
  private func requireBase(
    _ base: Int, of route: Route, current: Int, _ state: PublishedState
  ) throws(ScreensError) {
    guard base > 0, base != current else { return }
    do throws(ScreensError) {
      _ = try publisher.screens.storedVersion(base, of: route, state)
    } catch {
      switch error {
      case .unknownVersion, .unknownRoute: throw .unknownBase(base, current: current)
      // The version exists, and the draft does not need its content.
      case .damaged: return
      default: throw error
      }
    }
  }

  /// Checks a precondition against both tags: the author may have read the version or the draft.
  func require(
    _ precondition: ([String]) -> Bool, _ route: Route, _ state: PublishedState
  ) throws(ScreensError) {
    var tags: [String] = []
    if case .published(let screen)? = state[route] { tags.append(String(screen.version)) }
    let draft = try storedDraft(of: route)
    if let draft { tags.append(draft.tag) }
    guard precondition(tags) else { throw .preconditionFailed(current: tags.first.flatMap { Int($0) }) }
  }

  /// - Parameter early: the draft as it was read before the lock of the writers was taken.
  func publish(
    of route: Route, _ early: (version: EarlyVersion, ofDraft: String?)? = nil, by author: Author,
    via path: PublicationRecord.Path, dryRun: Bool, allowsReassignment: Bool,
    rollout: RolloutOptions = .none, _ state: inout PublishedState
  ) throws(ScreensError) -> PublishOutcome {
    guard let draft = try storedDraft(of: route) else { throw .noDraft(route) }
    let current = state[route]?.version ?? 0
    guard draft.baseVersion == current else {
      throw .draftOutdated(try conflict(of: draft, current: current, state))
    }
    let same = early?.ofDraft == draft.tag ? early?.version : nil
    let (screen, prepared) = try publisher.screens.read(same, at: route, &state) { _ in draft.definition }
    return try publisher.screens.commit(
      screen, prepared: prepared, by: author, via: path, dryRun: dryRun,
      allowsReassignment: allowsReassignment, rollout: rollout, endsDraft: true, &state)
  }

  private func conflict(
    of draft: Draft, current: Int, _ state: PublishedState
  ) throws(ScreensError) -> DraftConflict {
    // A version that was pruned, has no content or is damaged counts as an empty definition.
    func definition(_ number: Int) throws(ScreensError) -> JSONValue {
      guard number > 0 else { return .object([:]) }
      do throws(ScreensError) {
        return try publisher.screens.storedVersion(number, of: draft.route, state).definition ?? .object([:])
      } catch {
        switch error {
        case .unknownVersion, .unknownRoute, .damaged: return .object([:])
        default: throw error
        }
      }
    }
    let base = try definition(draft.baseVersion)
    return DraftConflict(
      route: draft.route, base: draft.baseVersion, current: current,
      ours: DefinitionDifference(from: base, to: draft.definition, in: state.catalogue),
      theirs: DefinitionDifference(from: base, to: try definition(current), in: state.catalogue))
  }

  private func check(
    _ draft: Draft, _ state: inout PublishedState
  ) throws(ScreensError) -> (errors: Diagnostics, warnings: Diagnostics) {
    let next = state.nextVersion(of: draft.route)
    do throws(ScreensError) {
      let screen = try publisher.screens.read(draft.definition, route: draft.route, version: next, &state)
      return (
        state.catalogue.impact(of: screen, gate: publisher.gate).refusals,
        state.warnings(about: screen, in: nil)
      )
    } catch {
      if case .invalid(let diagnostics) = error { return (diagnostics, Diagnostics()) }
      throw error
    }
  }

  /// The draft of a screen; nil if there is none or it is damaged.
  private func readableDraft(of route: Route) throws(ScreensError) -> Draft? {
    do throws(ScreensError) {
      return try storedDraft(of: route)
    } catch {
      guard case .store(.damaged) = error else { throw error }
      return nil
    }
  }

  func storedDraft(of route: Route) throws(ScreensError) -> Draft? {
    try publisher.stored { (store) throws(StoreError) in try store.draft(of: route) }
  }

  /// The audit entry for a schedule that ends because its draft is replaced or deleted; empty without a schedule.
  private func cancelledSchedule(
    of route: Route, by author: Author, _ state: PublishedState
  ) -> [AuditEntry] {
    state.schedules[route] == nil ? [] : [publisher.entry(.cancelSchedule, route.name, by: author)]
  }

  /// - Parameter entries: audit entries to store before that of the deletion.
  func remove(
    _ route: Route, by author: Author, after entries: [AuditEntry] = [], _ state: inout PublishedState
  ) throws(ScreensError) {
    try publisher.save(.deleteDraft, route.name, by: author) {
      $0.drafts = [route: Draft?.none]
      $0.audit = entries
    }
    setSchedule(nil, of: route, &state)
  }

  /// Changes a schedule that is stored already.
  func setSchedule(_ time: Double?, of route: Route, _ state: inout PublishedState) {
    state.schedules[route] = time
    publisher.makeVisible(state)
  }
}

extension Publisher {
  /// The drafts of screens.
  package var drafts: DraftService { DraftService(publisher: self) }
}
