package import Assignment
package import JSONText

/// The numbers that a guard decides from: the test's counts of each event, and the evidence that follows from them. They
/// are kept with a decision, so that anybody can compute it again.
package struct RolloutEvidence: Sendable, Equatable {
  package struct Event: Sendable, Equatable {
    package let event: GuardEvent
    package let weight: Double
    /// The units that had the event, by step. Delayed events count at once.
    package let shown: [SideCounts]
    /// What the test counts, by step, for each threshold of ``SlowDraws`` or once.
    let tested: [[SideCounts]]
    /// The same without the network whose reports are the strongest evidence; nil below the limit.
    let withoutStrongest: [[SideCounts]]?
    /// The networks that reported the event.
    package let networkCount: Int
    let harmed: HarmedUnits

    package static func == (one: Event, other: Event) -> Bool { one.json == other.json }
  }

  package let events: [Event]
  /// ln Σ W · E.
  package let logEvidence: Double
  /// ln Σ W · E of the events that enough units from enough networks have; nil if there is none. Somebody who makes up
  /// reports of another event from a few networks does not hide their harm.
  package let logHarm: Double?
  /// ``logHarm`` without the network that is its strongest evidence; nil below the limit.
  package let logEvidenceWithoutStrongest: Double?
  /// ln 1/α.
  package let limit: Double
  /// All networks that have sent reports.
  package let networkCount: Int
  /// The units of the new side that have settled.
  package let settledCount: Int
  /// Those that count for an advance. Once 20 networks have reported, a network counts at most as many as the fifth
  /// strongest one: somebody who makes reports up has few networks.
  let advancingCount: Int
  /// The index of the event that is the largest part of ``logHarm``, or else of the evidence.
  let cause: Int?

  /// - Parameter counts: those of the rollout's reports.
  package init(_ counts: [ReportCount], of rule: Guard) {
    var totals = rule.events.enumerated().map { EventTotals($1, code: rule.code(of: $1), rule) }
    var networks: Set<Int64> = []
    var settled: [Int64: Int] = [:]
    for row in counts where rule.steps.indices.contains(row.step) {
      networks.insert(row.network)
      if row.event == FirstReport.settled, row.isNew {
        settled[row.network, default: 0] += row.settledCount
      }
      for index in totals.indices { totals[index].add(row) }
    }
    let tested = totals.map(\.tested)
    let evidence = zip(totals, tested).map { $0.event.logEvidence($1, tolerating: rule.tolerate) }
    let harmed = zip(totals, tested).map { $0.harmed($1) }
    let harmful = harmed.indices.filter { harmed[$0].areEnough }
    let mixture = Mixture(evidence.map { (rule.weight, $0) })
    let harm = harmful.isEmpty ? nil : Mixture(harmful.map { (rule.weight, evidence[$0]) })
    let strongest =
      harm.map { $0.logEvidence < rule.limit } ?? true
      ? nil : Self.strongest(of: networks, harmful.map { totals[$0] }, harmful.map { tested[$0] }, rule)
    events = totals.indices.map { index in
      totals[index].event(
        weight: rule.weight, tested: tested[index],
        withoutStrongest: strongest.map { totals[index].tested(tested[index], without: $0.network) },
        harmed: harmed[index])
    }
    logEvidence = mixture.logEvidence
    logHarm = harm?.logEvidence
    logEvidenceWithoutStrongest = strongest?.logEvidence
    limit = rule.limit
    networkCount = networks.count
    settledCount = settled.values.reduce(0, +)
    let strongestSettled = settled.values.sorted(by: >).dropFirst(HarmedUnits.fewNetworks)
    let most = networks.count < Self.leastNetworks ? Int.max : strongestSettled.first ?? 0
    advancingCount = settled.values.reduce(0) { $0 + min($1, most) }
    cause = Self.cause(harm, harmful) ?? mixture.cause
  }

  /// The index of the event that is the largest part of the harm.
  private static func cause(_ harm: Mixture?, _ harmful: [Int]) -> Int? {
    harm?.cause.flatMap { harmful.indices.contains($0) ? harmful[$0] : nil }
  }

  /// The network without which the evidence is smallest, with that evidence.
  private static func strongest(
    of networks: Set<Int64>, _ totals: [EventTotals], _ tested: [[[SideCounts]]], _ rule: Guard
  ) -> (network: Int64, logEvidence: Double)? {
    let evidence = zip(totals, tested).map { $0.event.logEvidence($1, tolerating: rule.tolerate) }
    return networks.sorted().map { network -> (network: Int64, logEvidence: Double) in
      let parts = totals.indices.map { index in
        totals[index].has(network)
          ? totals[index].event.logEvidence(
            totals[index].tested(tested[index], without: network), tolerating: rule.tolerate)
          : evidence[index]
      }
      return (network, Mixture(parts.map { (rule.weight, $0) }).logEvidence)
    }.min { $0.logEvidence < $1.logEvidence }
  }

  /// ``logHarm``, or else all evidence.
  var logAlarm: Double { logHarm ?? logEvidence }

  /// The event that is the largest part of the harm, or else of the evidence.
  package var causingEvent: Event? { cause.flatMap { events.indices.contains($0) ? events[$0] : nil } }

  /// Whether the new version is worse: the evidence reaches the limit, also without the strongest network, and enough
  /// units and networks have the event.
  package var isHarm: Bool {
    guard let harm = logHarm, let rest = logEvidenceWithoutStrongest else { return false }
    return harm >= limit && rest >= limit
  }

  /// The networks from which on reports of a few of them stand out.
  private static let leastNetworks = 20

  /// Whether enough networks have reported for a rollback. With fewer, the guard holds.
  var allowsRollback: Bool {
    networkCount >= Self.leastNetworks && !(causingEvent?.harmed.areOfFewNetworks ?? true)
  }

  // MARK: JSON

  private init(
    events: [Event], logEvidence: Double, logHarm: Double?, withoutStrongest: Double?, limit: Double,
    networkCount: Int, settledCount: Int, advancingCount: Int, cause: Int?
  ) {
    self.events = events
    self.logEvidence = logEvidence
    self.logHarm = logHarm
    logEvidenceWithoutStrongest = withoutStrongest
    self.limit = limit
    self.networkCount = networkCount
    self.settledCount = settledCount
    self.advancingCount = advancingCount
    self.cause = cause
  }

  /// The evidence computed again from the stored counts.
  func recomputed(for rule: Guard) -> RolloutEvidence {
    let evidence = events.map { $0.event.logEvidence($0.tested, tolerating: rule.tolerate) }
    let mixture = Mixture(zip(events, evidence).map { ($0.weight, $1) })
    // Earlier versions stored no ln E of harm, and added all events.
    let isEarlier = logHarm == nil && logEvidenceWithoutStrongest != nil
    let harmful = events.indices.filter { isEarlier || events[$0].harmed.areEnough }
    let harm = harmful.isEmpty ? nil : Mixture(harmful.map { (events[$0].weight, evidence[$0]) })
    let rest = harmful.compactMap { index in
      events[index].withoutStrongest.map {
        (events[index].weight, events[index].event.logEvidence($0, tolerating: rule.tolerate))
      }
    }
    return RolloutEvidence(
      events: events, logEvidence: mixture.logEvidence, logHarm: harm?.logEvidence,
      withoutStrongest: rest.isEmpty ? nil : Mixture(rest).logEvidence, limit: rule.limit,
      networkCount: networkCount, settledCount: recomputedSettledCount,
      advancingCount: advancingCount,
      cause: Self.cause(harm, harmful) ?? mixture.cause)
  }

  /// The settled units by the counts of the event; a guard without it keeps only their number.
  private var recomputedSettledCount: Int {
    let settled = events.first { $0.event.name == GuardEvent.settled }?.tested.first
    return settled?.reduce(0) { $0 + $1.new } ?? settledCount
  }

  package var json: JSONValue {
    var object: JSONObject = [
      "lnE": .double(logEvidence), "limit": .double(limit),
      "networks": .number(JSONNumber(networkCount)), "settled": .number(JSONNumber(settledCount)),
      "settledCounting": .number(JSONNumber(advancingCount)),
      "events": .array(events.map(\.json)),
    ]
    if let logHarm { object["lnHarm"] = .double(logHarm) }
    if let rest = logEvidenceWithoutStrongest { object["lnEWithoutStrongest"] = .double(rest) }
    if let cause { object["cause"] = .number(JSONNumber(cause)) }
    return .object(object)
  }

  init?(_ json: JSONValue) {
    guard let logEvidence = json["lnE"]?.numberValue?.doubleValue,
      let limit = json["limit"]?.numberValue?.doubleValue,
      let networks = json["networks"]?.numberValue?.intValue,
      let settled = json["settled"]?.numberValue?.intValue, let list = json["events"]?.arrayValue
    else { return nil }
    let events = list.compactMap { Event($0) }
    guard events.count == list.count else { return nil }
    self.init(
      events: events, logEvidence: logEvidence, logHarm: json["lnHarm"]?.numberValue?.doubleValue,
      withoutStrongest: json["lnEWithoutStrongest"]?.numberValue?.doubleValue, limit: limit,
      networkCount: networks, settledCount: settled,
      // Earlier versions counted all.
      advancingCount: json["settledCounting"]?.numberValue?.intValue ?? settled,
      cause: json["cause"]?.numberValue?.intValue)
  }
}

extension GuardEvent {
  /// The natural logarithm of the evidence that the new side is worse.
  func logEvidence(_ tested: [[SideCounts]], tolerating ratio: Double) -> Double {
    switch name {
    case Self.settled: Settled(tested.first ?? []).logEvidence
    case Self.slow: SlowDraws(tested.map { EventShares($0) }, tolerating: ratio).logEvidence
    default: EventShares(tested.first ?? []).logEvidence(of: kind, tolerating: ratio)
    }
  }
}

extension Guard {
  /// The number of an event in the reports of a rollout; nil for one that is derived from others.
  package func code(of event: GuardEvent) -> Int? {
    switch event.name {
    case GuardEvent.drawn: FirstReport.drawn
    case GuardEvent.settled: FirstReport.settled
    case GuardEvent.slow: nil
    default: events.firstIndex(of: event).map { $0 + 2 }
    }
  }
}

extension RolloutEvidence.Event {
  /// The natural logarithm of E.
  package func logEvidence(for rule: Guard) -> Double { event.logEvidence(tested, tolerating: rule.tolerate) }

  /// The 95 % interval of the ratio of the event's frequencies, new to old.
  package var ratio: RatioInterval { RatioInterval(of: EventShares(shown), alpha: 0.05) }

  package var newCount: Int { shown.reduce(0) { $0 + $1.new } }
  package var oldCount: Int { shown.reduce(0) { $0 + $1.old } }
  /// The units that the new side would have if the versions were the same.
  var expectedNewCount: Double { shown.reduce(0) { $0 + $1.newShare * Double($1.new + $1.old) } }

  var json: JSONValue {
    var object: JSONObject = [
      "name": .string(event.name), "kind": .string(event.kind.rawValue), "weight": .double(weight),
      "shown": Self.json(shown), "tested": .array(tested.map { Self.json($0) }),
      "networks": .number(JSONNumber(networkCount)),
      "harmed": harmed.json,
    ]
    if let rest = withoutStrongest { object["withoutStrongest"] = .array(rest.map { Self.json($0) }) }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.stringValue,
      let kind = json["kind"]?.stringValue.flatMap(EventKind.init(rawValue:)),
      let weight = json["weight"]?.numberValue?.doubleValue, let shown = json["shown"],
      let tested = json["tested"]?.arrayValue, let networks = json["networks"]?.numberValue?.intValue,
      let harmed = json["harmed"].flatMap({ HarmedUnits($0) })
    else { return nil }
    self.init(
      event: GuardEvent(name: name, kind: kind), weight: weight, shown: Self.counts(shown),
      tested: tested.map { Self.counts($0) },
      withoutStrongest: json["withoutStrongest"]?.arrayValue.map { $0.map { Self.counts($0) } },
      networkCount: networks, harmed: harmed)
  }

  /// `[[0.01, 9, 42], …]`: the share of the new side, and the units of both.
  private static func json(_ steps: [SideCounts]) -> JSONValue {
    .array(
      steps.map { [.double($0.newShare), .number(JSONNumber($0.new)), .number(JSONNumber($0.old))] })
  }

  private static func counts(_ json: JSONValue) -> [SideCounts] {
    (json.arrayValue ?? []).compactMap { step in
      guard let parts = step.arrayValue, parts.count == 3, let share = parts[0].numberValue?.doubleValue,
        let new = parts[1].numberValue?.intValue, let old = parts[2].numberValue?.intValue
      else { return nil }
      return SideCounts(new: new, old: old, newShare: share)
    }
  }
}
