import JSONText

/// Scheduled drafts.
extension DraftService {
  /// Schedules a draft. The draft must be publishable now, and is validated again when it is due.
  /// - Parameters:
  ///   - time: seconds since 1970 UTC, in the future.
  ///   - rollout: the guard of the version, which the schedule keeps: a later change of a guard's document does not
  ///     change it.
  package func schedule(
    _ route: Route, at time: Double, by author: Author, dryRun: Bool = false,
    allowsReassignment: Bool = true, rollout: RolloutOptions = .none,
    precondition: ([String]) -> Bool = { _ in true }
  ) throws(ScreensError) -> Draft.Schedule {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      try self.require(precondition, route, state)
      _ = try self.publish(
        of: route, by: author, via: .draft, dryRun: true, allowsReassignment: allowsReassignment,
        rollout: rollout, &state)
      guard var draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      let schedule = Draft.Schedule(
        at: time, by: author.name, message: author.message, rollout: rollout)
      if dryRun { return schedule }
      draft.schedule = schedule
      let changed = draft
      try publisher.save(.schedule, route.name, by: author) {
        $0.drafts = [route: changed]
      }
      self.setSchedule(time, of: route, &state)
      return schedule
    }
  }

  /// Cancels a draft's schedule and keeps the draft.
  package func cancelSchedule(
    of route: Route, by author: Author, dryRun: Bool = false,
    precondition: (String?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try publisher.writing(dryRun: dryRun) { (state) throws(ScreensError) in
      guard var draft = try self.storedDraft(of: route) else { throw .noDraft(route) }
      guard precondition(draft.tag) else { throw .draftPreconditionFailed(current: draft.tag) }
      guard draft.schedule != nil else { throw .notScheduled(route) }
      if dryRun { return }
      draft.schedule = nil
      let changed = draft
      try publisher.save(.cancelSchedule, route.name, by: author) {
        $0.drafts = [route: changed]
      }
      self.setSchedule(nil, of: route, &state)
    }
  }

  /// Publishes the drafts that are due.
  /// - Returns: one line for each draft that was not published.
  func publishDue() -> [String] {
    var failures: [String] = []
    let now = publisher.clock()
    let due = publisher.state.schedules.filter { $0.value <= now }.sorted {
      ($0.value, $0.key) < ($1.value, $1.key)
    }
    for (route, _) in due {
      do throws(ScreensError) {
        if let failure = try publishDue(route) { failures.append("\(route) was not published: \(failure)") }
      } catch {
        // A full disk may have room later, so the draft stays due. A damaged draft stays damaged: report it once.
        if case .store(.damaged) = error {
          try? publisher.writing { (state) in self.setSchedule(nil, of: route, &state) }
        }
        failures.append("the draft of \(route) cannot be published: \(error)")
      }
    }
    return failures
  }

  /// - Returns: why the draft was not published; nil if it was, or if it is not due any more.
  private func publishDue(_ route: Route) throws(ScreensError) -> String? {
    try publisher.writing { (state) throws(ScreensError) in
      guard let due = state.schedules[route], due <= publisher.clock() else { return nil }
      guard var draft = try self.storedDraft(of: route), var schedule = draft.schedule else {
        self.setSchedule(nil, of: route, &state)
        return nil
      }
      let author = Author(name: schedule.by, message: schedule.message)
      let failure: String
      do throws(ScreensError) {
        _ = try self.publish(
          of: route, by: author, via: .schedule, dryRun: false,
          // The author allowed it when scheduling the draft.
          allowsReassignment: true, rollout: schedule.rollout, &state)
        return nil
      } catch {
        switch error {
        case .store: throw error
        case .invalid(let diagnostics): failure = diagnostics.kept.first?.text ?? "it is invalid"
        case .draftOutdated(let conflict):
          // The version of a rollout is the current one, so a rollout shows as an outdated draft.
          let running = state.rollouts.open(at: route).map { "; \($0.refusal)" } ?? ""
          failure =
            "it began from version \(conflict.base), and version \(conflict.current) is current\(running)"
        case .rolloutRunning(let rollout): failure = rollout.refusal
        case .notGuardable(let reason): failure = "it cannot have a guard: \(reason)"
        default: failure = "\(error)"
        }
      }
      schedule.failure = failure
      draft.schedule = schedule
      let changed = draft
      let note = Author(name: author.name, message: failure)
      try publisher.save(.failSchedule, route.name, by: note) { $0.drafts = [route: changed] }
      self.setSchedule(nil, of: route, &state)
      return failure
    }
  }
}
