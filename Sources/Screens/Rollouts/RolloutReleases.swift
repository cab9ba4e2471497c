package import Assignment

/// The units that had an event, by release of the app. They explain a decision; no decision is made from them.
package struct RolloutReleases: Sendable {
  /// The units of one release that had an event.
  package struct Share: Sendable {
    package let release: ReleaseName
    /// The units by step.
    let steps: [SideCounts]

    package var newCount: Int { steps.reduce(0) { $0 + $1.new } }
    package var oldCount: Int { steps.reduce(0) { $0 + $1.old } }
    /// The 95 % interval of the ratio of the event's frequencies, new to old.
    package var ratio: RatioInterval { RatioInterval(of: EventShares(steps), alpha: 0.05) }
  }

  /// The share of the failing units that the named releases have, and the largest number of names.
  private static let (namedShare, maximumNamed) = (0.8, 2)

  /// By name of the event; most units first.
  private let byEvent: [String: [Share]]

  /// - Parameter counts: those of the rollout's reports.
  package init(_ counts: [ReleaseCount], of rule: Guard) {
    var byEvent: [String: [Share]] = [:]
    for event in rule.events {
      let code = rule.code(of: event) ?? FirstReport.drawn
      var units: [ReleaseName: [SideCounts]] = [:]
      for row in counts where row.event == code && rule.steps.indices.contains(row.step) {
        if event.name == GuardEvent.slow, row.level <= EventTotals.shownThreshold { continue }
        var steps =
          units[row.release]
          ?? rule.steps.indices.map {
            SideCounts(new: 0, old: 0, newShare: rule.share(atStep: $0))
          }
        let known = steps[row.step]
        steps[row.step] = SideCounts(
          new: known.new + (row.isNew ? row.count : 0), old: known.old + (row.isNew ? 0 : row.count),
          newShare: known.newShare)
        units[row.release] = steps
      }
      let shares = units.map { Share(release: $0, steps: $1) }
      byEvent[event.name] = shares.sorted {
        ($1.newCount + $1.oldCount, $0.release) < ($0.newCount + $0.oldCount, $1.release)
      }
    }
    self.byEvent = byEvent
  }

  package func shares(of event: GuardEvent) -> [Share] { byEvent[event.name] ?? [] }

  /// The one or two releases that have most of the units of a bad event on the new side; empty if more have them, or if
  /// the reports do not say.
  func named(by cause: RolloutEvidence.Event) -> [ReleaseName] {
    guard cause.event.kind == .bad else { return [] }
    let shares = shares(of: cause.event).filter { $0.newCount > 0 }.sorted {
      ($1.newCount, $0.release) < ($0.newCount, $1.release)
    }
    for count in 1...Self.maximumNamed where shares.count >= count {
      let named = shares.prefix(count)
      let units = named.reduce(0) { $0 + $1.newCount }
      if Double(units) >= Self.namedShare * Double(cause.newCount) { return named.map(\.release) }
    }
    return []
  }
}
