/// The reports that a store keeps after the end of a rollout.
extension RolloutService {
  /// How long after the end of a rollout its reports may still be on their way to the store, in seconds.
  private static let endDelay = 60.0

  /// Reports that nothing needs any more.
  package struct ObsoleteReports: Sendable {
    let rollout: String
    /// Whether the rollout was deleted. Otherwise it has ended: its units are obsolete, and its counts stay.
    let isDeleted: Bool
  }

  /// Finds reports that nothing needs any more. Goes by what the store has: a process that was killed leaves some.
  package func obsoleteReports(in store: any ReportStore) throws(ScreensError) -> [ObsoleteReports] {
    let reported: [ReportedRollout]
    do throws(StoreError) {
      reported = try store.rollouts()
    } catch {
      throw .store(error)
    }
    guard !reported.isEmpty else { return [] }
    // After the ids were read: a rollout is stored before its first report, so one that is missing now was deleted.
    try publisher.refresh()
    let rollouts = publisher.state.rollouts
    let latestEnd = publisher.now - Self.endDelay
    return reported.compactMap { found -> ObsoleteReports? in
      guard let rollout = rollouts.all[found.id] else {
        let isDeleted = !rollouts.unreadable.contains(found.id)
        return isDeleted ? ObsoleteReports(rollout: found.id, isDeleted: true) : nil
      }
      guard found.hasUnits, let endedAt = rollout.endedAt, endedAt <= latestEnd else { return nil }
      return ObsoleteReports(rollout: found.id, isDeleted: false)
    }
  }

  /// Deletes a part of such reports.
  /// - Returns: whether there may be more.
  /// - Throws: ``StoreError``.
  package func delete(
    _ reports: ObsoleteReports, from store: any ReportStore
  ) throws(StoreError) -> Bool {
    if try store.deleteUnits(ofRollout: reports.rollout) { return true }
    if reports.isDeleted { try store.deleteReports(ofRollouts: [reports.rollout]) }
    return false
  }
}
