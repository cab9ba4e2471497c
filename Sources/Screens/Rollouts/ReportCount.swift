/// The first time that an app reported an event for a unit of a rollout.
package struct FirstReport: Sendable, Equatable {
  /// The code of ``GuardEvent/drawn`` in every rollout.
  package static let drawn = 0
  /// The code of ``GuardEvent/settled`` in every rollout.
  package static let settled = 1

  /// The id of the rollout.
  package let rollout: String
  /// The number of the event in its rollout.
  package let event: Int
  /// For a draw, the number of ``SlowDraws/thresholds`` that it exceeded; otherwise 0.
  package let level: Int
  /// The keyed hash of the unit.
  package let unit: [UInt8]
  /// The index of the step at which the screen was served.
  package let step: Int
  package let isNew: Bool
  /// The keyed hash of the network that the report came from.
  package let network: Int64
  /// When the screen was served, in ``ReportSlot``s; 0 if the event counts at once.
  package let slot: Int
  /// The release of the app; nil if the report does not name one.
  package let release: ReleaseName?

  package init(
    rollout: String, event: Int, level: Int = 0, unit: [UInt8], step: Int, isNew: Bool, network: Int64,
    slot: Int = 0, release: ReleaseName? = nil
  ) {
    self.rollout = rollout
    self.event = event
    self.level = level
    self.unit = unit
    self.step = step
    self.isNew = isNew
    self.network = network
    self.slot = slot
    self.release = release
  }
}

/// The first reports of one event from one network.
package struct ReportCount: Sendable, Equatable {
  package let event: Int
  package let level: Int
  package let step: Int
  package let isNew: Bool
  package let network: Int64
  /// All first reports.
  package let count: Int
  /// Those of screens that were served long enough ago.
  package let settledCount: Int

  package init(
    event: Int, level: Int, step: Int, isNew: Bool, network: Int64, count: Int, settledCount: Int
  ) {
    self.event = event
    self.level = level
    self.step = step
    self.isNew = isNew
    self.network = network
    self.count = count
    self.settledCount = settledCount
  }
}

/// A rollout with counts in a ``ReportStore``.
package struct ReportedRollout: Sendable, Equatable {
  package let id: String
  /// Whether the units that have counted are known, so that they do not count again.
  package let hasUnits: Bool

  package init(id: String, hasUnits: Bool) {
    self.id = id
    self.hasUnits = hasUnits
  }
}

/// Time in steps of a few seconds: delayed events are counted by the step in which their screen was served.
package enum ReportSlot {
  private static let seconds = 5.0

  /// The slot of a time, rounded up: an event never counts too early.
  package static func of(_ time: Double) -> Int { Int((min(max(time, 0), 1e12) / seconds).rounded(.up)) }

  /// The last slot that is over at a time.
  package static func last(before time: Double) -> Int {
    Int((min(max(time, 0), 1e12) / seconds).rounded(.down))
  }
}

/// Counts reports: each event once for each unit of a rollout or an experiment. The id of an experiment is that of
/// ``ExperimentToken``, the number of its variant is the step, no unit is on the new side, and the network is 0, which
/// no rollout has.
package protocol ReportStore: Sendable {
  /// Random bytes that stay the same, ``ExperimentToken/Key/secretBytes`` of them. All nodes with one store get the same.
  func secret() throws(StoreError) -> [UInt8]

  /// Adds reports, in one transaction. Those that are not the first of their event, unit and rollout have no effect. They
  /// are durable when this returns.
  func add(_ reports: [FirstReport]) throws(StoreError)

  /// The counts of a rollout.
  /// - Parameter slot: the last slot of ``ReportCount/settledCount``.
  func counts(ofRollout id: String, settledThrough slot: Int) throws(StoreError) -> [ReportCount]

  /// The counts of a rollout by release of the app, of reports that name one. A rollout has at most
  /// ``ReleaseCount/maximumReleases`` releases; reports of further ones are not in these counts.
  func releaseCounts(ofRollout id: String) throws(StoreError) -> [ReleaseCount]

  /// Merges the counts of the slots up to one, so that their number follows the networks and not the time. Counts that are
  /// settled through that slot stay the same. Call it with slots that reports no longer have.
  func mergeCounts(ofRollout id: String, through slot: Int) throws(StoreError)

  /// The rollouts with counts, without experiments.
  func rollouts() throws(StoreError) -> [ReportedRollout]

  /// Deletes a part of the units that have counted for a rollout. They would count again; the counts stay.
  /// - Returns: whether there may be more.
  func deleteUnits(ofRollout id: String) throws(StoreError) -> Bool

  /// Deletes the units and the counts of some rollouts.
  func deleteReports(ofRollouts ids: [String]) throws(StoreError)
}
