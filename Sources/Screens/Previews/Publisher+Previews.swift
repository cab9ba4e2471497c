import JSONText

/// Past and scheduled states of screens.
extension Publisher {
  /// A screen that was or will be current at a time.
  package enum ScreenAtTime: Sendable {
    case version(PublishedScreen)
    /// The draft whose schedule is due by then.
    case draft(PublishedScreen)
  }

  /// The screen that was current at a time, or that the schedule of its draft will make current.
  /// - Parameter time: seconds since 1970 UTC.
  /// - Returns: nil if nothing was published by then.
  /// - Throws: what ``screen(_:version:)`` throws; ``ScreensError/versionWithoutContent(_:_:)`` if the screen was
  ///   deleted at that time.
  package func screen(_ route: Route, at time: Double) throws(ScreensError) -> ScreenAtTime? {
    if time > clock(), let draft = try storedDraft(of: route), let schedule = draft.schedule,
      schedule.failure == nil, schedule.at <= time
    {
      return .draft(try preview(of: route))
    }
    var before: Int?
    while true {
      let page = try versions(of: route, before: before, limit: 100)
      if let summary = page.first(where: { $0.record.publishedAt <= time }) {
        return .version(try screen(route, version: summary.number))
      }
      guard let last = page.last else { return nil }
      before = last.number
    }
  }
}
