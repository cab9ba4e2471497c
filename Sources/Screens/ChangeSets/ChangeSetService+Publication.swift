internal import JSONText

/// Publishing and rolling back change sets, each in one transaction with one revision.
extension ChangeSetService {
  /// Publishes a set: all of it, or nothing.
  /// - Throws: ``ScreensError/changeSetConflicts(_:_:)``, ``ScreensError/invalidChangeSet(_:_:)`` with all errors,
  ///   ``ScreensError/reassigns(_:)``.
  package func publish(
    _ name: String, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    rollout: RolloutOptions = .none, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> ChangeSetOutcome {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try self.publish(
        name, by: author, via: .changeSet, dryRun: dryRun, allowsReassignment: allowsReassignment,
        rollout: rollout, precondition: precondition, &state)
    }
  }

  private func publish(
    _ name: String, by author: Author, via path: PublicationRecord.Path, dryRun: Bool,
    allowsReassignment: Bool, rollout: RolloutOptions = .none, precondition: ChangeSetPrecondition? = nil,
    _ state: inout PublishedState
  ) throws(ScreensError) -> ChangeSetOutcome {
    var set = try state.openChangeSet(name)
    let review = review(of: set, state)
    guard precondition?(review) ?? true else { throw .changeSetPreconditionFailed(current: review) }
    guard review.conflicts.isEmpty else { throw .changeSetConflicts(name, review.conflicts) }
    let plan = review.plan
    guard plan.problems.isEmpty else { throw .invalidChangeSet(name, plan.problems) }
    try plan.requireNoReassignment(unless: allowsReassignment)
    let old = set
    set.schedule = nil
    set.expiresAt = nil
    let time = publisher.clock()
    set.publication = ChangeSet.Publication(
      at: time, by: author.name,
      versions: Dictionary(uniqueKeysWithValues: plan.versions.map { ($0.route, $0.version) }),
      documents: Set(plan.documents.filter { $0.effect != .unchanged }.map(\.subject)))
    let note = author.saying(set.note(author.message))
    return try carryOut(
      plan, set, replacing: old, .publishChangeSet, by: note, via: path, at: time, dryRun: dryRun,
      rollout: rollout, &state)
  }

  /// Publishes the content from before a set's publication as new versions, and reopens the set.
  /// - Throws: ``ScreensError/changeSetBuiltUpon(_:_:)`` if a subject was changed again since the publication,
  ///   ``ScreensError/invalidChangeSet(_:_:)`` if the earlier content is no longer valid, ``ScreensError/reassigns(_:)``.
  package func rollback(
    _ name: String, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> ChangeSetOutcome {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      var set = try state.changeSet(name)
      guard let publication = set.publication else { throw .changeSetOpen(name) }
      try self.require(precondition, name, state)
      let changed = set.publishableChanges.filter { publication.changed($0.subject) }
      let newer = changed.filter { subject, change in
        let (content, version) = state.published(subject)
        if case .screen(let route) = subject, let published = publication.versions[route] {
          return version != published
        }
        return content != change.contentValue
      }
      guard newer.isEmpty else { throw .changeSetBuiltUpon(name, newer.map(\.subject)) }
      let inverse = changed.map { subject, change in
        (
          subject: subject,
          change: change.with(
            content: change.baseValue, base: change.contentValue, baseVersion: change.baseVersion)
        )
      }
      let plan = ChangeSetPlan(inverse, on: state, gate: publisher.gate)
      guard plan.problems.isEmpty else { throw .invalidChangeSet(name, plan.problems) }
      try plan.requireNoReassignment(unless: allowsReassignment)
      let old = set
      set.publication = nil
      for (route, version) in plan.versions {
        guard let change = set.changes[.screen(route)] else { continue }
        set.changes[.screen(route)] = change.with(
          content: change.contentValue, base: change.baseValue, baseVersion: version)
      }
      let note = author.saying(set.note(author.message))
      return try self.carryOut(
        plan, set, replacing: old, .rollbackChangeSet, by: note, via: .rollback, at: publisher.clock(),
        dryRun: dryRun, &state)
    }
  }

  /// Stores all changes of a plan together with the set, then makes them visible to readers together.
  private func carryOut(
    _ plan: ChangeSetPlan, _ set: ChangeSet, replacing old: ChangeSet, _ action: AuditEntry.Action,
    by author: Author, via path: PublicationRecord.Path, at time: Double, dryRun: Bool,
    rollout options: RolloutOptions = .none, _ state: inout PublishedState
  ) throws(ScreensError) -> ChangeSetOutcome {
    if options.rule != nil { try plan.requireGuardable(replacing: state) }
    let rollouts = try RolloutChange(
      publishing: plan.versions, of: set.name, options, by: author, at: time, publisher, state)
    if dryRun {
      return ChangeSetOutcome(plan: plan, versions: plan.versions, revision: publisher.currentRevision)
    }
    var changes = StoreChanges()
    func record(_ path: PublicationRecord.Path) -> PublicationRecord {
      PublicationRecord(publishedAt: time, by: author.name, via: path, message: author.message)
    }
    changes.versions = plan.versions(record: record(path), deletion: record(.delete))
    changes.documents = plan.documentChanges
    let stored = changes.write(set, replacing: old)
    changes.audit = plan.deleted.map {
      publisher.entry(.deleteScreen, $0.route.name, by: author, version: $0.version)
    }
    changes.audit += plan.published.map {
      publisher.entry(.publish, $0.route.name, by: author, version: $0.version)
    }
    for document in plan.documents where document.effect != .unchanged {
      changes.audit.append(publisher.entry(document.action, document.name, by: author))
    }
    changes.audit.append(publisher.entry(action, set.name, by: author))
    rollouts.write(to: &changes, by: author, publisher, state)
    changes.keptVersions = publisher.keepVersions
    try publisher.save(changes, by: author)
    let changesCatalogue = !plan.documentChanges.isEmpty
    state = plan.state
    state.changeSets[set.name] = stored
    rollouts.apply(to: &state)
    let routes = Set(plan.published.map(\.route))
    let change =
      changesCatalogue
      ? PublishedChange(changing: state.catalogue, screens: state.screens, deleted: plan.deleted)
      : PublishedChange(
        state.catalogue, published: state.screens.filter { routes.contains($0.route) },
        deleted: plan.deleted)
    publisher.makeVisible(state) { $0.didChange(change) }
    return ChangeSetOutcome(
      plan: plan, versions: plan.versions, revision: publisher.currentRevision, rollout: rollouts.started)
  }

  // MARK: Schedules

  /// Schedules the publication of a set, which must be publishable now and is validated again when it is due.
  /// - Parameters:
  ///   - time: seconds since 1970 UTC, in the future.
  ///   - rollout: the guard of the set, which the schedule keeps.
  package func schedule(
    _ name: String, at time: Double, by author: Author, dryRun: Bool = false, allowsReassignment: Bool = true,
    rollout: RolloutOptions = .none, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) -> Draft.Schedule {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      _ = try self.publish(
        name, by: author, via: .changeSet, dryRun: true, allowsReassignment: allowsReassignment,
        rollout: rollout, precondition: precondition, &state)
      let schedule = Draft.Schedule(
        at: time, by: author.name, message: author.message, rollout: rollout)
      if !dryRun { try self.set(schedule, of: name, .scheduleChangeSet, by: author, &state) }
      return schedule
    }
  }

  /// Cancels the schedule of a set and keeps the set.
  /// - Throws: ``ScreensError/changeSetNotScheduled(_:)``.
  package func cancelSchedule(
    of name: String, by author: Author, precondition: ChangeSetPrecondition? = nil
  ) throws(ScreensError) {
    try publisher.writing { (state) throws(ScreensError) in
      guard try state.openChangeSet(name).schedule != nil else { throw .changeSetNotScheduled(name) }
      try self.require(precondition, name, state)
      try self.set(nil, of: name, .cancelChangeSetSchedule, by: author, &state)
    }
  }

  private func set(
    _ schedule: Draft.Schedule?, of name: String, _ action: AuditEntry.Action, by author: Author,
    _ state: inout PublishedState
  ) throws(ScreensError) {
    let old = try state.openChangeSet(name)
    var set = old
    set.schedule = schedule
    var changes = StoreChanges()
    state.changeSets[name] = changes.write(set, replacing: old)
    changes.audit = [publisher.entry(action, name, by: author)]
    try publisher.save(changes, by: author)
    publisher.makeVisible(state)
  }

  /// Publishes the sets that are due, and deletes those that have expired.
  /// - Returns: one line for each set that was not published.
  func publishDue() -> [String] {
    var failures: [String] = []
    let now = publisher.clock()
    let due = publisher.state.changeSets.values.filter { $0.dueAt.map { $0 <= now } ?? false }
      .sorted { ($0.dueAt ?? 0, $0.name) < ($1.dueAt ?? 0, $1.name) }
    for set in due {
      do throws(ScreensError) {
        if let failure = try publishDue(set.name) {
          failures.append("the change set \(set.name) was not published: \(failure)")
        }
      } catch {
        failures.append("the change set \(set.name) cannot be published: \(error)")
      }
    }
    return failures
  }

  /// - Returns: why the set was not published; nil if it was, or if nothing is due any more.
  private func publishDue(_ name: String) throws(ScreensError) -> String? {
    try publisher.writing { (state) throws(ScreensError) in
      guard let set = state.changeSets[name], let due = set.dueAt, due <= publisher.clock() else {
        return nil
      }
      guard let schedule = set.schedule, schedule.failure == nil, schedule.at <= publisher.clock() else {
        try self.delete(set, by: Author(name: set.by, message: "the change set expired"), &state)
        return nil
      }
      let author = Author(name: schedule.by, message: schedule.message)
      var failed = schedule
      do throws(ScreensError) {
        // Reassignments were checked when the set was scheduled. A screen that has changed since is a conflict.
        _ = try self.publish(
          name, by: author, via: .changeSet, dryRun: false, allowsReassignment: true,
          rollout: schedule.rollout, &state)
        return nil
      } catch {
        switch error {
        case .store: throw error
        case .invalidChangeSet(_, let problems):
          let first = problems.first.flatMap { problem in
            problem.diagnostics.kept.first.map { "\(problem.subject): \($0.text)" }
          }
          failed.failure = first ?? "it is invalid"
        case .changeSetConflicts(_, let conflicts):
          failed.failure =
            "changed since it began: " + conflicts.map(\.subject.path).joined(separator: ", ")
            + (state.openRollout(of: conflicts.map(\.subject)).map { "; \($0.refusal)" } ?? "")
        case .rolloutRunning(let rollout): failed.failure = rollout.refusal
        case .notGuardable(let reason): failed.failure = "it cannot have a guard: \(reason)"
        default: failed.failure = "\(error)"
        }
      }
      try self.set(
        failed, of: name, .failChangeSetSchedule, by: Author(name: author.name, message: failed.failure),
        &state)
      return failed.failure
    }
  }
}

extension PublishedState {
  /// The first open rollout of some screens.
  fileprivate func openRollout(of subjects: [ChangeSubject]) -> Rollout? {
    for case .screen(let route) in subjects {
      if let rollout = rollouts.open(at: route) { return rollout }
    }
    return nil
  }
}

extension ChangeSetPlan {
  /// The versions that the plan makes, sorted by route.
  package var versions: [(route: Route, version: Int)] {
    (published.map { (route: $0.route, version: $0.version) } + deleted).sorted { $0.route < $1.route }
  }

  fileprivate func versions(record: PublicationRecord, deletion: PublicationRecord) -> [ScreenVersion] {
    published.map {
      ScreenVersion(
        route: $0.route, number: $0.version, definition: $0.definition.stored, record: record)
    }
      + deleted.map { ScreenVersion(route: $0.route, number: $0.version, definition: nil, record: deletion) }
  }
}

extension ChangeSetPlan {
  /// - Throws: ``ScreensError/reassigns(_:)`` if units would move between variants, unless that is allowed.
  fileprivate func requireNoReassignment(unless isAllowed: Bool) throws(ScreensError) {
    let moving = screens.flatMap(\.reassignments).filter(\.movesUnits)
    guard moving.isEmpty || isAllowed else { throw .reassigns(moving) }
  }
}
