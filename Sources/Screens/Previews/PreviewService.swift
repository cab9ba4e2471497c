import JSONText

/// Drafts that may be invalid, past and scheduled states of screens, and their rollouts.
package struct PreviewService: Sendable {
  let publisher: Publisher

  /// The open rollout of a current version; nil if all units get it.
  package func rollout(of current: PublishedScreen) -> RolloutAtTime? {
    let rollout = publisher.state.rollouts.open(at: current.route)?.current(of: current.route)
    // In a session or a change set, the screen can have a later version.
    return rollout?.new == current.version ? rollout : nil
  }

  /// The screen that was current at a time, or that a schedule will make current.
  ///
  /// Of several schedules of this screen, the first one that can be published now counts: the others will be refused,
  /// because the screen has changed since they began. Schedules of other things do not count.
  /// - Parameter time: seconds since 1970 UTC.
  /// - Returns: nil if nothing was published by then.
  /// - Throws: what ``ScreenService/screen(_:version:)`` throws; ``ScreensError/versionWithoutContent(_:_:)`` if the
  ///   screen was deleted at that time.
  package func screen(_ route: Route, at time: Double) throws(ScreensError) -> ScreenAtTime? {
    let (state, now) = (publisher.state, publisher.now)
    if time > now {
      let set = state.scheduledChangeSet(of: route)
      let stored = try publisher.drafts.storedDraft(of: route)
      // A draft that began from another version is refused.
      let isCurrent = stored?.baseVersion == state[route]?.version ?? 0
      let draft = isCurrent ? stored?.schedule.flatMap { $0.failure == nil ? $0 : nil } : nil
      // At the same time, drafts are published before sets.
      if let draft, draft.at <= time, draft.at <= set?.schedule.at ?? .infinity {
        return .draft(
          try publisher.drafts.preview(of: route), state.rollout(startedBy: draft, at: route))
      }
      if let set, set.schedule.at <= time {
        return .changeSet(set.name, state.rollout(startedBy: set.schedule, at: route))
      }
    }
    var before: Int?
    while true {
      let page = try publisher.screens.versions(of: route, before: before, limit: 100)
      if let summary = page.first(where: { $0.record.publishedAt <= time }) {
        return .version(
          try publisher.screens.screen(route, version: summary.number),
          state.rollout(of: summary.number, at: route, time, now: now))
      }
      guard let last = page.last else { return nil }
      before = last.number
    }
  }
}

extension Publisher {
  /// What previews show.
  package var previews: PreviewService { PreviewService(publisher: self) }
}

extension PublishedState {
  /// The change set whose schedule is due first among those that change a screen and have no conflict now.
  fileprivate func scheduledChangeSet(of route: Route) -> (name: String, schedule: Draft.Schedule)? {
    changeSets.values.compactMap { set in
      guard let schedule = set.schedule, schedule.failure == nil, set.changes[.screen(route)] != nil,
        conflicts(of: set).isEmpty
      else { return nil }
      return (set.name, schedule)
    }
    .min { ($0.schedule.at, $0.name) < ($1.schedule.at, $1.name) }
  }

  /// The rollout that a version was or is the new one of at a time; nil if all units got it.
  fileprivate func rollout(
    of version: Int, at route: Route, _ time: Double, now: Double
  ) -> RolloutAtTime? {
    for rollout in rollouts.all.values {
      if let found = rollout.at(time, now: now, of: route), found.new == version { return found }
    }
    return nil
  }

  /// The rollout that a schedule will start at a screen; nil if it publishes for everybody.
  fileprivate func rollout(startedBy schedule: Draft.Schedule, at route: Route) -> ScheduledRollout? {
    guard let step = schedule.rollout.rule?.steps.first, case .published(let current)? = self[route],
      let old = try? rollouts.served(current).screen()
    else { return nil }
    return ScheduledRollout(startsAt: schedule.at, share: Guard.servedShare(of: step), old: old)
  }
}
