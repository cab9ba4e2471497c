package import Screens

/// Following: what a node does after each report of its shared store.
extension NodeState {
  /// The maximum number of reasons to report of one loss. Texts of the database could differ each time.
  private static let maximumReasons = 20

  /// Takes a report of the shared store.
  /// - Parameter visible: the revision that readers see; nil without a publisher.
  package mutating func receive(
    _ event: PrimaryEvent, visible: Int?, at now: ContinuousClock.Instant
  ) -> [NodeAction] {
    switch event {
    case .lost(let reason): return lose(reason)
    case .reached(let reported, let isWritable, let clockOffset):
      if let position, position.store != reported.store {
        return lose(
          "the database belongs to another installation of Marquee than this node's copy; correct --store, or start "
            + "the node with an empty data folder")
      }
      let report = NodeReport(
        position: reported, isWritable: isWritable, clockOffset: clockOffset, commitCount: commitCount)
      guard let visible else {
        return reach(report, isCurrent: position == reported, hasPublisher: false, at: now)
      }
      // The state in memory is behind the copy if changes could not be taken over.
      guard position == reported, visible == reported.revision else { return [.follow(report)] }
      return reach(report, isCurrent: true, hasPublisher: true, at: now)
    }
  }

  /// Whether the node has every change up to a report. To be asked while no writer runs.
  package func hasEverything(of report: NodeReport) -> Bool {
    guard let position else { return false }
    // The report may be of this node's own commit, whose writer had not returned yet. A commit succeeds only if the node
    // had every change before it.
    return position == report.position
      || position.revision >= report.position.revision && commitCount != report.commitCount
  }

  /// Takes the end of a ``NodeAction/follow(_:)``.
  /// - Parameter failure: why the node does not have everything of the report; nil if it does.
  package mutating func didFollow(
    _ report: NodeReport, failure: String?, at now: ContinuousClock.Instant
  ) -> [NodeAction] {
    var actions: [NodeAction] = []
    if let failure, failure != lastFailure { actions.append(.notify(.followFailed(reason: failure))) }
    lastFailure = failure
    return actions + reach(report, isCurrent: failure == nil, hasPublisher: true, at: now)
  }

  private mutating func lose(_ reason: String) -> [NodeAction] {
    status.didLose(reason)
    guard reportedReasons.count < Self.maximumReasons, reportedReasons.insert(reason).inserted else {
      return []
    }
    return [.notify(.lost(reason: reason, hasCopy: position != nil))]
  }

  private mutating func reach(
    _ report: NodeReport, isCurrent: Bool, hasPublisher: Bool, at now: ContinuousClock.Instant
  ) -> [NodeAction] {
    // Before older versions are copied, which takes a while.
    var actions = status.takeNotices().map { NodeAction.notify($0) }
    let transition = status.didReach(
      isWritable: report.isWritable, clockOffset: report.clockOffset, isCurrent: isCurrent, at: now)
    if transition.isRefused { actions.append(.notify(.readOnly)) }
    if isCurrent { actions += [.markCurrent, .copyHistory] }
    if let outage = transition.foundAfter {
      // The first report after the start of the program ends no outage.
      if !reportedReasons.isEmpty { actions.append(.notify(.available(after: outage))) }
      reportedReasons = []
      isNextFirst = true
    }
    guard hasPublisher, isCurrent else { return actions }
    actions.append(.announceCatchUp)
    guard report.isWritable else { return actions }
    actions.append(.announceWritable(isFirst: isNextFirst))
    isNextFirst = false
    return actions
  }
}
