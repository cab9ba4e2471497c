/// A screen that was or will be current at a time.
package enum ScreenAtTime: Sendable {
  /// The newest version at that time, and the rollout that it was or is the new version of; nil if all units got it.
  case version(PublishedScreen, RolloutAtTime?)
  /// The draft whose schedule is due by then, and the rollout that the schedule starts; nil if all units get the draft.
  case draft(PublishedScreen, ScheduledRollout?)
  /// The name of the change set whose schedule is due by then, and the rollout that the schedule starts.
  case changeSet(String, ScheduledRollout?)
}
