/// The schedules of drafts and change sets.
package struct ScheduleService: Sendable {
  let publisher: Publisher

  /// Publishes every draft and change set that is due. One that cannot be published stays, and records why.
  /// - Returns: one line for each that was not published.
  package func publishDue() -> [String] {
    let failures = publisher.drafts.publishDue() + publisher.changeSets.publishDue()
    // Drafts that stay due are retried: the observers have to be notified of them again.
    try? publisher.writing { (state) in
      for observer in publisher.observers { observer.didSchedule(next: state.nextDue) }
    }
    return failures
  }
}

extension Publisher {
  /// The schedules of drafts and change sets.
  package var schedules: ScheduleService { ScheduleService(publisher: self) }
}
