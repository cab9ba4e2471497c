internal import Assignment

/// What earlier rollouts say about a new one.
extension RolloutService {
  /// The number of rollouts whose reports are read.
  private static let consideredRollouts = 5
  /// The number of units that must have drawn the screen.
  private static let leastUnits = 1000
  /// The number of units that must have had the event.
  private static let leastEvents = 10
  /// The largest rate that can rise tenfold.
  private static let largestRate = 0.1

  /// The bad event of a guard that most units of the newest rollouts had on the old side, with its frequency.
  /// - Returns: nil if too few units have reported.
  /// - Throws: ``StoreError``.
  package func knownRate(
    at routes: Set<Route>, _ rule: Guard, _ store: any ReportStore
  ) throws(StoreError) -> EventRate? {
    let names = Set(rule.events.filter { $0.kind == .bad }.map(\.name))
    var units = 0
    var events: [String: Int] = [:]
    let considered = all.filter { $0.screens.contains { routes.contains($0.route) } }
      .prefix(Self.consideredRollouts)
    for rollout in considered {
      var codes: [Int: String] = [:]
      for event in rollout.rule.events where names.contains(event.name) {
        if let code = rollout.rule.code(of: event) { codes[code] = event.name }
      }
      for row in try store.counts(ofRollout: rollout.id, settledThrough: 0) where !row.isNew {
        if row.event == FirstReport.drawn {
          units += row.count
        } else if let name = codes[row.event] {
          events[name, default: 0] += row.count
        }
      }
    }
    guard units >= Self.leastUnits,
      let most = events.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value >= Self.leastEvents
    else { return nil }
    let rate = Double(most.value) / Double(units)
    return rate <= Self.largestRate ? EventRate(event: most.key, rate: rate) : nil
  }
}
