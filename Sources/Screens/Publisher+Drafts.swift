import JSONText
import Synchronization

/// Drafts, and when they become versions.
extension Publisher {
  /// The draft of a route, and what is wrong with it now.
  package func draft(of route: Route) throws(ScreensError) -> CheckedDraft {
    try locked { (ledger) throws(ScreensError) in
      guard let draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      return CheckedDraft(draft: draft, diagnostics: try self.check(draft, &ledger))
    }
  }

  /// The draft of a route as it would be served.
  /// - Throws: ``ScreensError/invalid(_:)`` for one that could not be published.
  package func preview(of route: Route) throws(ScreensError) -> PublishedScreen {
    try locked { (ledger) throws(ScreensError) in
      guard let draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      let next = (ledger[route]?.version ?? 0) + 1
      return try self.read(draft.definition, route: route, version: next, &ledger)
    }
  }

  /// Keeps a definition without publishing it. It need not be valid. A schedule of the draft before is called off.
  ///
  /// - Parameters:
  ///   - base: the version that it began from; nil for that of the draft before, or else the current one.
  ///   - precondition: whether to go on, given the tag of the draft before (nil when there is none).
  package func saveDraft(
    _ text: [UInt8], of route: Route, by author: Author, base: Int? = nil, dryRun: Bool = false,
    precondition: (String?) -> Bool = { _ in true }
  ) throws(ScreensError) -> CheckedDraft {
    try locked { (ledger) throws(ScreensError) in
      let document = try JSONDocument(body: text)
      let old = try self.storedDraft(of: route)
      guard precondition(old?.tag) else { throw .draftPreconditionFailed(current: old?.tag) }
      let current = ledger[route]?.version ?? 0
      if let base { try self.requireBase(base, of: route, current: current) }
      let now = self.clock()
      let milliseconds = Int(min(max(now, 0), 253_402_300_799) * 1000)
      let draft = Draft(
        route: route, definition: document.value, baseVersion: base ?? old?.baseVersion ?? current,
        revision: max(milliseconds, (old?.revision ?? 0) + 1), savedAt: now, by: author.name,
        message: author.message)
      var diagnostics = Diagnostics()
      do throws(InvalidDocument) {
        let screen = try ledger.read(document, route: route, version: current + 1)
        diagnostics = ledger.catalogue.impact(of: screen, gate: self.gate).refusals
        diagnostics.locate(in: document)
      } catch {
        diagnostics = error.diagnostics
      }
      if !dryRun {
        try self.save(self.entry(.saveDraft, route.name, by: author)) { $0.drafts = [route: draft] }
        // A time was set for what the draft was then: what it is now nobody has agreed to.
        self.setSchedule(nil, of: route, &ledger)
      }
      return CheckedDraft(draft: draft, diagnostics: diagnostics, isNew: old == nil)
    }
  }

  /// Drops a draft, and its schedule with it.
  package func deleteDraft(
    of route: Route, by author: Author, dryRun: Bool = false,
    precondition: (String?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try locked { (ledger) throws(ScreensError) in
      guard let draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      guard precondition(draft.tag) else { throw .draftPreconditionFailed(current: draft.tag) }
      if !dryRun { try self.removeDraft(route, by: author, &ledger) }
    }
  }

  /// Makes a draft a version.
  /// - Parameter precondition: whether to go on, given the tags of the current version and of the draft.
  /// - Throws: ``ScreensError/draftOutdated(_:)`` when another version has been published since it began.
  package func publishDraft(
    of route: Route, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    precondition: ([String]) -> Bool = { _ in true }
  ) throws(ScreensError) -> PublishOutcome {
    try locked { (ledger) throws(ScreensError) in
      try self.require(precondition, route, ledger)
      return try self.publishDraft(
        of: route, by: author, via: .draft, dryRun: dryRun, allowsReassignment: allowsReassignment, &ledger)
    }
  }

  /// Has a draft made a version at a time. It must be fit to be one now, and is looked at once more then.
  /// - Parameter time: seconds since 1970 UTC, in the future.
  package func schedule(
    _ route: Route, at time: Double, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, precondition: ([String]) -> Bool = { _ in true }
  ) throws(ScreensError) -> Draft.Schedule {
    try locked { (ledger) throws(ScreensError) in
      try self.require(precondition, route, ledger)
      _ = try self.publishDraft(
        of: route, by: author, via: .draft, dryRun: true, allowsReassignment: allowsReassignment, &ledger)
      guard var draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      let schedule = Draft.Schedule(at: time, by: author.name, message: author.message)
      if dryRun { return schedule }
      draft.schedule = schedule
      let changed = draft
      try self.save(self.entry(.schedule, route.name, by: author)) { $0.drafts = [route: changed] }
      self.setSchedule(time, of: route, &ledger)
      return schedule
    }
  }

  /// The draft stays, and is not published by itself.
  package func cancelSchedule(of route: Route, by author: Author) throws(ScreensError) {
    try locked { (ledger) throws(ScreensError) in
      guard var draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      guard draft.schedule != nil else { throw .notScheduled(route) }
      draft.schedule = nil
      let changed = draft
      try self.save(self.entry(.cancelSchedule, route.name, by: author)) { $0.drafts = [route: changed] }
      self.setSchedule(nil, of: route, &ledger)
    }
  }

  /// Publishes the drafts whose time has come, each once. What cannot be published says why, and stays a draft.
  /// - Returns: what could not be done, a line each.
  package func publishDue() -> [String] {
    var failures: [String] = []
    let due = ledger.withLock { ledger in
      let now = self.clock()
      return ledger.schedules.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    }
    for (route, _) in due {
      do throws(ScreensError) {
        if let failure = try publishDue(route) { failures.append("\(route) was not published: \(failure)") }
      } catch {
        // The disk may be there again in a while: it stays due.
        failures.append("the draft of \(route) cannot be published: \(error)")
      }
    }
    ledger.withLock { observer.didSchedule(next: $0.schedules.values.min()) }
    return failures
  }

  private func publishDue(_ route: Route) throws(ScreensError) -> String? {
    try locked { (ledger) throws(ScreensError) in
      guard let due = ledger.schedules[route], due <= self.clock() else { return nil }
      guard var draft = try self.storedDraft(of: route), var schedule = draft.schedule else {
        self.setSchedule(nil, of: route, &ledger)
        return nil
      }
      let author = Author(name: schedule.by, message: schedule.message)
      let failure: String
      do throws(ScreensError) {
        _ = try self.publishDraft(
          of: route, by: author, via: .schedule, dryRun: false,
          // That was asked when it was scheduled.
          allowsReassignment: true, &ledger)
        return nil
      } catch {
        switch error {
        case .store: throw error
        case .invalid(let diagnostics): failure = diagnostics.kept.first?.text ?? "it is invalid"
        case .draftOutdated(let conflict):
          failure = "it began from version \(conflict.base), and version \(conflict.current) is current"
        default: failure = "\(error)"
        }
      }
      schedule.failure = failure
      draft.schedule = schedule
      let changed = draft
      var entry = self.entry(.failSchedule, route.name, by: author)
      entry = AuditEntry(
        at: entry.at, by: entry.by, action: entry.action, subject: entry.subject, message: failure)
      try self.save(entry) { $0.drafts = [route: changed] }
      self.setSchedule(nil, of: route, &ledger)
      return failure
    }
  }

  // MARK: Steps

  /// A version that a draft can begin from: one that there is, or 0 for none.
  private func requireBase(_ base: Int, of route: Route, current: Int) throws(ScreensError) {
    guard base > 0, base != current else { return }
    let version = try stored { (store) throws(StoreError) in try store.version(base, of: route) }
    guard version != nil else { throw .unknownBase(base, current: current) }
  }

  /// The author may have looked at the version or at the draft.
  private func require(
    _ precondition: ([String]) -> Bool, _ route: Route, _ ledger: ScreenLedger
  ) throws(ScreensError) {
    var tags: [String] = []
    if case .published(let screen)? = ledger[route] { tags.append(String(screen.version)) }
    let draft = try storedDraft(of: route)
    if let draft { tags.append(draft.tag) }
    guard precondition(tags) else { throw .preconditionFailed(current: tags.first.flatMap { Int($0) }) }
  }

  private func publishDraft(
    of route: Route, by author: Author, via path: PublicationRecord.Path, dryRun: Bool,
    allowsReassignment: Bool, _ ledger: inout ScreenLedger
  ) throws(ScreensError) -> PublishOutcome {
    guard let draft = try storedDraft(of: route) else { throw .noDraft(route) }
    let current = ledger[route]?.version ?? 0
    guard draft.baseVersion == current else {
      throw .draftOutdated(try conflict(of: draft, current: current))
    }
    let screen = try read(draft.definition, route: route, version: current + 1, &ledger)
    return try commit(
      screen, by: author, via: path, dryRun: dryRun, allowsReassignment: allowsReassignment, endsDraft: true,
      &ledger)
  }

  private func conflict(of draft: Draft, current: Int) throws(ScreensError) -> DraftConflict {
    // A version that is no more, or has no content, is taken for an empty one.
    func definition(_ number: Int) throws(ScreensError) -> JSONValue {
      guard number > 0 else { return .object([:]) }
      let version = try stored { (store) throws(StoreError) in try store.version(number, of: draft.route) }
      return version?.definition ?? .object([:])
    }
    let base = try definition(draft.baseVersion)
    return DraftConflict(
      route: draft.route, base: draft.baseVersion, current: current,
      ours: DefinitionDifference(from: base, to: draft.definition),
      theirs: DefinitionDifference(from: base, to: try definition(current)))
  }

  private func check(_ draft: Draft, _ ledger: inout ScreenLedger) throws(ScreensError) -> Diagnostics {
    let next = (ledger[draft.route]?.version ?? 0) + 1
    do throws(ScreensError) {
      let screen = try read(draft.definition, route: draft.route, version: next, &ledger)
      return ledger.catalogue.impact(of: screen, gate: gate).refusals
    } catch {
      if case .invalid(let diagnostics) = error { return diagnostics }
      throw error
    }
  }

  private func storedDraft(of route: Route) throws(ScreensError) -> Draft? {
    try stored { (store) throws(StoreError) in try store.draft(of: route) }
  }

  func removeDraft(_ route: Route, by author: Author, _ ledger: inout ScreenLedger) throws(ScreensError) {
    try save(entry(.deleteDraft, route.name, by: author)) { $0.drafts = [route: Draft?.none] }
    setSchedule(nil, of: route, &ledger)
  }

  func setSchedule(_ time: Double?, of route: Route, _ ledger: inout ScreenLedger) {
    guard ledger.schedules[route] != time else { return }
    ledger.schedules[route] = time
    observer.didSchedule(next: ledger.schedules.values.min())
  }
}
