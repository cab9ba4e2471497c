import JSONText

/// Drafts that may be invalid, and past and scheduled states of screens.
package struct PreviewService: Sendable {
  let publisher: Publisher

  /// The screen that was current at a time, or that a schedule will make current.
  ///
  /// Of several schedules of this screen, the first one that can be published now counts: the others will be refused,
  /// because the screen has changed since they began. Schedules of other things do not count.
  /// - Parameter time: seconds since 1970 UTC.
  /// - Returns: nil if nothing was published by then.
  /// - Throws: what ``ScreenService/screen(_:version:)`` throws; ``ScreensError/versionWithoutContent(_:_:)`` if the
  ///   screen was deleted at that time.
  package func screen(_ route: Route, at time: Double) throws(ScreensError) -> ScreenAtTime? {
    if time > publisher.clock() {
      let set = publisher.state.scheduledChangeSet(of: route)
      let stored = try publisher.drafts.storedDraft(of: route)
      // A draft that began from another version is refused.
      let isCurrent = stored?.baseVersion == publisher.state[route]?.version ?? 0
      let draft = isCurrent ? stored?.schedule.flatMap { $0.failure == nil ? $0.at : nil } : nil
      // At the same time, drafts are published before sets.
      if let draft, draft <= time, draft <= set?.at ?? .infinity {
        return .draft(try publisher.drafts.preview(of: route))
      }
      if let set, set.at <= time { return .changeSet(set.name) }
    }
    var before: Int?
    while true {
      let page = try publisher.screens.versions(of: route, before: before, limit: 100)
      if let summary = page.first(where: { $0.record.publishedAt <= time }) {
        return .version(try publisher.screens.screen(route, version: summary.number))
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
  fileprivate func scheduledChangeSet(of route: Route) -> (name: String, at: Double)? {
    changeSets.values.compactMap { set in
      guard let schedule = set.schedule, schedule.failure == nil, set.changes[.screen(route)] != nil,
        conflicts(of: set).isEmpty
      else { return nil }
      return (set.name, schedule.at)
    }
    .min { ($0.at, $0.name) < ($1.at, $1.name) }
  }
}
