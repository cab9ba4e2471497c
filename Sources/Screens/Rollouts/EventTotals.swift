import Assignment

/// The counts of one event by network, and what the test takes of them.
struct EventTotals {
  /// The units that a network may have beyond its share.
  private static let networkExcess = 3
  /// The threshold of ``SlowDraws`` whose counts are shown: 1 s.
  static let shownThreshold = 3

  private struct Sides {
    var new = 0
    var old = 0
  }

  let event: GuardEvent
  private let code: Int?
  private let shares: [Double]
  private let tolerate: Double
  /// What is tested, by threshold of ``SlowDraws`` (or once), step and network.
  private var byNetwork: [[[Int64: Sides]]]
  private var shown: [Sides]
  private var networks: Set<Int64> = []

  init(_ event: GuardEvent, code: Int?, _ rule: Guard) {
    self.event = event
    self.code = code
    shares = rule.steps.indices.map { rule.share(atStep: $0) }
    tolerate = rule.tolerate
    let steps = [[Int64: Sides]](repeating: [:], count: shares.count)
    let thresholds = event.name == GuardEvent.slow ? SlowDraws.thresholds.count : 1
    byNetwork = Array(repeating: steps, count: thresholds)
    shown = Array(repeating: Sides(), count: shares.count)
  }

  /// Adds a row of a step that exists.
  mutating func add(_ row: ReportCount) {
    if event.name == GuardEvent.slow {
      guard row.event == FirstReport.drawn else { return }
      for threshold in byNetwork.indices where row.level > threshold { add(row.count, row, at: threshold) }
      if row.level > Self.shownThreshold { show(row) }
    } else if row.event == code {
      add(event.isDelayed ? row.settledCount : row.count, row, at: 0)
      show(row)
    }
  }

  private mutating func add(_ count: Int, _ row: ReportCount, at threshold: Int) {
    guard count > 0 else { return }
    if row.isNew {
      byNetwork[threshold][row.step][row.network, default: Sides()].new += count
    } else {
      byNetwork[threshold][row.step][row.network, default: Sides()].old += count
    }
  }

  private mutating func show(_ row: ReportCount) {
    networks.insert(row.network)
    if row.isNew { shown[row.step].new += row.count } else { shown[row.step].old += row.count }
  }

  func has(_ network: Int64) -> Bool { byNetwork.contains { $0.contains { $0[network] != nil } } }

  /// What the test counts.
  var tested: [[SideCounts]] {
    byNetwork.map { steps in
      zip(steps, shares).map { counts, share in
        var (new, old) = (0, 0)
        for sides in counts.values {
          let counted = limited(sides, share: share)
          new += counted.new
          old += counted.old
        }
        return SideCounts(new: new, old: old, newShare: share)
      }
    }
  }

  /// What the test counts without one network.
  /// - Parameter all: ``tested``, which is not counted again for each network.
  func tested(_ all: [[SideCounts]], without network: Int64) -> [[SideCounts]] {
    zip(all, byNetwork).map { totals, steps in
      zip(totals, steps).map { total, counts in
        guard let sides = counts[network] else { return total }
        let own = limited(sides, share: total.newShare)
        return SideCounts(new: total.new - own.new, old: total.old - own.old, newShare: total.newShare)
      }
    }
  }

  /// What one network counts. On the side whose events are harm, it counts at most a little more than its share: somebody
  /// who makes reports up has few networks. This only removes evidence.
  private func limited(_ sides: Sides, share: Double) -> Sides {
    func most(_ share: Double) -> Int {
      Int((share * Double(sides.new + sides.old)).rounded(.up)) + Self.networkExcess
    }
    var limited = sides
    switch (event.name, event.kind) {
    case (GuardEvent.settled, _): break
    case (_, .bad): limited.new = min(sides.new, most(share))
    case (_, .good): limited.old = min(sides.old, most(1 - share))
    }
    return limited
  }

  func event(
    weight: Double, tested: [[SideCounts]], withoutStrongest: [[SideCounts]]?, harmed: HarmedUnits
  ) -> RolloutEvidence.Event {
    RolloutEvidence.Event(
      event: event, weight: weight,
      shown: zip(shown, shares).map { SideCounts(new: $0.new, old: $0.old, newShare: $1) }, tested: tested,
      withoutStrongest: withoutStrongest, networkCount: networks.count, harmed: harmed)
  }

  /// The units and networks on the side that is harm if it has more of the event: the new one for a bad event, the old
  /// one for a good event or if the new version loses units that have settled.
  func harmed(_ tested: [[SideCounts]]) -> HarmedUnits {
    var isNew = event.kind == .bad
    if event.name == GuardEvent.settled {
      let excess = (tested.first ?? []).reduce(0) {
        $0 + Double($1.new) - $1.newShare * Double($1.new + $1.old)
      }
      isNew = excess > 0
    }
    // Units slower than 0.1 s are no evidence if the alarm comes from those slower than 5 s.
    let worst =
      event.name == GuardEvent.slow
      ? SlowDraws(tested.map { EventShares($0) }, tolerating: tolerate).worstThreshold : nil
    let threshold = worst.flatMap { SlowDraws.thresholds.firstIndex(of: $0) } ?? 0
    var units: [Int64: Int] = [:]
    for counts in byNetwork[threshold] {
      for (network, sides) in counts { units[network, default: 0] += isNew ? sides.new : sides.old }
    }
    return HarmedUnits(byNetwork: units.values.filter { $0 > 0 })
  }
}
