import Assignment
import JSONText
import MessageDigest
import Testing

@testable import Screens

/// What a guard makes of counts.
@Suite struct RolloutEvidenceTests {
  private static let rule = Guard(steps: [1, 50, 100])

  /// Reports of an event, each from a unit and network of its own.
  private static func counts(
    _ event: String, new: Int, old: Int, networks: Int = 50, step: Int = 0
  ) throws -> [ReportCount] {
    let known = try #require(rule.events.first { $0.name == event })
    let code = try #require(rule.code(of: known))
    return [(true, new), (false, old)].flatMap { isNew, count in
      (0..<count).map { number in
        ReportCount(
          event: code, level: 0, step: step, isNew: isNew, network: Int64(number % networks), count: 1,
          settledCount: 1)
      }
    }.merged
  }

  private static func rollout(_ rule: Guard = rule) throws -> Rollout {
    Rollout(
      screens: [
        Rollout.Screen(route: try Route("home"), old: 7, new: 8, oldDefinition: #"{"items":[]}"#)
      ], rule: rule, by: "ann", reason: nil, at: 1000)
  }

  @Test func `units that fail at 1 % are harm, and the sentence says the numbers`() throws {
    let evidence = RolloutEvidence(
      try Self.counts("content-failed", new: 9, old: 42), of: Self.rule)
    #expect(evidence.isHarm)
    #expect(evidence.causingEvent?.event.name == "content-failed")
    let judgement = RolloutJudgement(try Self.rollout(), evidence, now: 1044)
    #expect(judgement.verdict == .rollback)
    #expect(
      judgement.reason.hasPrefix(
        "rolled back at 1 % after 44 s: content-failed in 9 of 51 failing units on version 8, expected 0.5; evidence 1:"
      ), "\(judgement.reason)")
    #expect(judgement.reason.hasSuffix(", limit 1:100; 42 networks"), "\(judgement.reason)")
  }

  @Test(arguments: [
    (["ios/1.3.0": 8], "; release ios/1.3.0"), (["ios/1.3.0": 7], ""),
    (["ios/1.3.0": 5, "ios/1.2.0": 3], "; releases ios/1.3.0 and ios/1.2.0"),
    (["ios/1.3.0": 3, "ios/1.2.0": 3, "android/4.0": 3], ""), ([:], ""),
  ])
  func `the sentence names the one or two releases that have most of the failing units`(
    units: [String: Int], ending: String
  ) throws {
    let evidence = RolloutEvidence(
      try Self.counts("content-failed", new: 9, old: 42), of: Self.rule)
    let failed = try #require(Self.rule.events.first { $0.name == "content-failed" })
    let code = try #require(Self.rule.code(of: failed))
    let counts = try units.flatMap { name, count in
      let release = try #require(ReleaseName(name))
      // The old side, another event and a step that is not there do not matter.
      return [
        ReleaseCount(release: release, event: code, level: 0, step: 0, isNew: true, count: count),
        ReleaseCount(release: release, event: code, level: 0, step: 0, isNew: false, count: 40),
        ReleaseCount(release: release, event: code + 1, level: 0, step: 0, isNew: true, count: 99),
        ReleaseCount(release: release, event: code, level: 0, step: 7, isNew: true, count: 99),
      ]
    }
    let releases = RolloutReleases(counts, of: Self.rule)
    let judgement = RolloutJudgement(try Self.rollout(), evidence, releases, now: 1044)
    #expect(judgement.reason.hasSuffix("42 networks" + ending), "\(judgement.reason)")
  }

  @Test func `the ratio of a release is computed from its own units, and slow draws from their level`() throws
  {
    let release = try #require(ReleaseName("ios/1.3.0"))
    let counts = [(0, 30), (4, 7), (9, 2)].flatMap { level, count in
      [true, false].map { isNew in
        ReleaseCount(
          release: release, event: FirstReport.drawn, level: level, step: 1, isNew: isNew, count: count)
      }
    }
    let releases = RolloutReleases(counts, of: Self.rule)
    let slow = try #require(GuardEvent.builtIn(named: GuardEvent.slow))
    #expect(releases.shares(of: slow).map { [$0.newCount, $0.oldCount] } == [[9, 9]])
    let drawn = try #require(GuardEvent.builtIn(named: GuardEvent.drawn))
    let share = try #require(releases.shares(of: drawn).first)
    #expect(share.newCount == 39 && share.oldCount == 39)
    // At the step of 50 %, equal counts are equal frequencies.
    let equal = EventShares([
      SideCounts(new: 0, old: 0, newShare: 0.01), SideCounts(new: 39, old: 39, newShare: 0.5),
      SideCounts(new: 0, old: 0, newShare: 0.99),
    ])
    #expect(share.ratio == RatioInterval(of: equal, alpha: 0.05))
    #expect(share.ratio.low < 1)
    #expect(share.ratio.high.map { $0 > 1 } ?? true)
  }

  @Test func `reports from fewer than 20 networks hold, and those from fewer than 5 do nothing`() throws {
    let few = RolloutEvidence(
      try Self.counts("content-failed", new: 30, old: 30, networks: 10), of: Self.rule)
    #expect(few.isHarm)
    #expect(RolloutJudgement(try Self.rollout(), few, now: 1001).verdict == .hold)
    let fewest = RolloutEvidence(
      try Self.counts("content-failed", new: 1000, old: 0, networks: 4), of: Self.rule)
    #expect(!fewest.isHarm)
  }

  @Test func `harm that four networks report is held, although honest units fail, too`() throws {
    let honest = try Self.counts("content-failed", new: 3, old: 300)
    let fakes = try Self.counts("content-failed", new: 10_000, old: 0, networks: 4)
      .map { $0.moved(to: $0.network + 1000) }
    let evidence = RolloutEvidence(honest + fakes, of: Self.rule)
    #expect(evidence.isHarm)
    let judgement = RolloutJudgement(try Self.rollout(), evidence, now: 1001)
    #expect(judgement.verdict == .hold)
    #expect(judgement.reason.hasSuffix("networks, most of the harm in 4 of them"), "\(judgement.reason)")
    // The same from many networks.
    let harm = try Self.counts("content-failed", new: 10_000, old: 0, networks: 40)
      .map { $0.moved(to: $0.network + 1000) }
    let spread = RolloutEvidence(honest + harm, of: Self.rule)
    #expect(RolloutJudgement(try Self.rollout(), spread, now: 1001).verdict == .rollback)
  }

  @Test func `one network adds little, and never all of the evidence`() throws {
    let alone = try Self.counts("no-cell", new: 5, old: 400)
    let flooded =
      alone + (try Self.counts("no-cell", new: 100_000, old: 0, networks: 1)).map { $0.moved(to: 999) }
    let event = RolloutEvidence(flooded, of: Self.rule).events.first { $0.event.name == "no-cell" }
    // ⌈1 % of 100,000⌉ + 3 of the flood, and the five others.
    #expect(event?.tested.first?.first?.new == 1003 + 5)
    // Without the flood nothing is left to stop for.
    #expect(!RolloutEvidence(flooded, of: Self.rule).isHarm)
  }

  @Test func `a version that loses its settled units is harm, and a late side is not`() throws {
    let lost = RolloutEvidence(try Self.counts("settled", new: 20, old: 9980), of: Self.rule)
    #expect(lost.isHarm)
    #expect(lost.causingEvent?.event.name == "settled")
    let fair = RolloutEvidence(try Self.counts("settled", new: 100, old: 9900), of: Self.rule)
    #expect(!fair.isHarm)
    #expect(fair.settledCount == 100)
  }

  @Test func `it advances when the hold is over, enough has settled and a rise is excluded`() throws {
    let settled = try Self.counts("settled", new: 400, old: 400 * 99)
    func judge(_ counts: [ReportCount], now: Double = 1600, _ rollout: Rollout? = nil) throws
      -> RolloutJudgement
    {
      RolloutJudgement(try rollout ?? Self.rollout(), RolloutEvidence(counts, of: Self.rule), now: now)
    }
    #expect(try judge(settled).verdict == .advance)
    #expect(try judge(settled, now: 1599).waitsFor == ["the end of the step, in 1 s"])
    #expect(try judge([]).waitsFor == ["reports: no app has sent any"])
    #expect(
      try judge(try Self.counts("settled", new: 299, old: 30_000)).waitsFor
        == ["300 settled units of the new version; there are 299"])
    // One failing unit of 400: nobody knows yet whether there are ten times as many as before.
    let rare = settled + (try Self.counts("content-failed", new: 1, old: 10))
    #expect(try judge(rare).waitsFor == ["content-failed: a 10-fold rise is not excluded yet"])
    var last = try Self.rollout()
    for _ in 0..<2 {
      last.advance(RolloutDecision(.advance, at: 1000, by: "ann", step: 1, reason: "by hand"))
    }
    #expect(try judge(settled, last).verdict == .finish)
  }

  @Test func `after a hold that somebody has ended, only more evidence holds again`() throws {
    let evidence = RolloutEvidence(
      try Self.counts("content-failed", new: 30, old: 30, networks: 10), of: Self.rule)
    var rollout = try Self.rollout()
    rollout.hold(
      RolloutDecision(
        .hold, at: 1001, by: RolloutDecision.byGuard, step: 1, reason: "held", evidence: evidence))
    #expect(RolloutJudgement(rollout, evidence, now: 1002).verdict == .wait)
    rollout.resume(RolloutDecision(.resume, at: 1003, by: "ann", step: 1, reason: "by hand"))
    #expect(RolloutJudgement(rollout, evidence, now: 1004).verdict == .wait)
    let more = RolloutEvidence(
      try Self.counts("content-failed", new: 60, old: 60, networks: 10), of: Self.rule)
    #expect(RolloutJudgement(rollout, more, now: 1005).verdict == .hold)
  }

  @Test func `a stored decision is computed again, and a changed number is found`() throws {
    let evidence = RolloutEvidence(try Self.counts("content-failed", new: 9, old: 42), of: Self.rule)
    var rollout = try Self.rollout()
    rollout.end(
      .rolledBack,
      RolloutDecision(
        .rollback, at: 1044, by: RolloutDecision.byGuard, step: 1, reason: "r", evidence: evidence))
    let read = try #require(Rollout(id: rollout.id, try JSONParser.parse(rollout.json.text)))
    #expect(read.json == rollout.json)
    #expect(read.key == nil)
    let numbers = try #require(read.decisions.last?.evidence?.json)
    func fault(_ action: String, _ numbers: JSONValue) -> String? {
      RolloutVerification.fault(of: action, atStep: 1, after: 600, numbers: numbers, rule: Self.rule.json)
    }
    #expect(fault("rollback", numbers) == nil)
    for (text, other) in [
      ("[0.01,9,42]", "[0.01,1,42]"), (#""settled":0"#, #""settled":1"#), (#""lnHarm":"#, #""lnHarm":1"#),
      (#""lnEWithoutStrongest":"#, #""lnEWithoutStrongest":1"#),
    ] {
      #expect(numbers.text.contains(text), "\(numbers.text)")
      let changed = try JSONParser.parse(numbers.text.replacing(text, with: other))
      #expect(fault("rollback", changed) != nil, "\(text)")
    }
    #expect(fault("advance", numbers)?.hasPrefix("it had to wait for 300 settled units") == true)
    // As an earlier version stored it.
    let earlier = try JSONParser.parse(numbers.text.replacing(/"lnHarm":[0-9.]+,/, with: ""))
    #expect(earlier["lnHarm"] == nil && fault("rollback", earlier) == nil)
  }

  @Test func `made-up reports of one event from a few networks do not hide harm in another one`() throws {
    let fakes = try Self.counts("no-cell", new: 16, old: 0, networks: 4)
    let harm = try Self.counts("content-failed", new: 9, old: 42)
    for counts in [fakes + harm, harm + fakes] {
      let evidence = RolloutEvidence(counts, of: Self.rule)
      #expect(evidence.isHarm && evidence.causingEvent?.event.name == "content-failed")
      #expect(RolloutJudgement(try Self.rollout(), evidence, now: 1044).verdict == .rollback)
    }
    let alone = RolloutEvidence(fakes, of: Self.rule)
    #expect(!alone.isHarm && alone.logHarm == nil && alone.logEvidence > alone.limit)
  }

  @Test func `four networks with any number of made-up units do not advance a rollout`() throws {
    let honest = try Self.counts("settled", new: 100, old: 9900)
    let fakes = try Self.counts("settled", new: 4000, old: 396_000, networks: 4)
    let evidence = RolloutEvidence(honest + fakes, of: Self.rule)
    #expect(evidence.settledCount == 4100 && evidence.advancingCount == 100)
    let judgement = RolloutJudgement(try Self.rollout(), evidence, now: 1600)
    #expect(judgement.verdict == .wait)
    #expect(
      judgement.waitsFor == [
        "300 settled units of the new version; there are 4100, and 100 count, because few networks have most of them"
      ])
    // Many networks with as many units each count whole, and so do few ones if there are no others.
    for networks in [1, 19, 20, 300] {
      let evidence = RolloutEvidence(
        try Self.counts("settled", new: 300, old: 29_700, networks: networks), of: Self.rule)
      #expect(RolloutJudgement(try Self.rollout(), evidence, now: 1600).verdict == .advance, "\(networks)")
    }
  }

  @Test func `an advance is computed again with its step, its duration and its rises`() throws {
    func evidence(_ settled: Int, failing: (new: Int, old: Int) = (0, 0)) throws -> JSONValue {
      let counts =
        try Self.counts("settled", new: settled, old: 99 * settled)
        + Self.counts("content-failed", new: failing.new, old: failing.old)
      return RolloutEvidence(counts, of: Self.rule).json
    }
    func fault(
      _ action: String, _ step: Double, after duration: Double, _ numbers: JSONValue
    ) -> String? {
      RolloutVerification.fault(
        of: action, atStep: step, after: duration, numbers: numbers, rule: Self.rule.json)
    }
    #expect(fault("advance", 1, after: 600, try evidence(300)) == nil)
    #expect(fault("advance", 1, after: 598.9, try evidence(300))?.contains("the hold of its guard") == true)
    #expect(fault("advance", 1, after: 600, try evidence(299))?.contains("300 settled units") == true)
    #expect(fault("finish", 1, after: 600, try evidence(300)) == "1 % is not the last step")
    #expect(fault("advance", 2, after: 600, try evidence(300)) == "its guard has no step of 2 %")
    let rising = try evidence(300, failing: (2, 0))
    #expect(fault("advance", 1, after: 600, rising)?.contains("a 10-fold rise is not excluded") == true)
  }

  @Test func `a token is read with the key of its rollout alone`() throws {
    let key = ReportToken.Key(Array(repeating: 7, count: 32), rollout: "00112233aabbccdd")
    let unit = key.hash(ofUnit: Array("ann".utf8).span)
    func token(step: Int, isNew: Bool, at second: Int) -> String {
      let characters = key.token(for: unit, step: step, isNew: isNew, at: second)
      return unsafe withUnsafeBytes(of: characters) {
        unsafe String(decoding: $0.prefix(ReportToken.length), as: UTF8.self)
      }
    }
    let text = token(step: 2, isNew: true, at: 1_800_000_000)
    let read = try #require(key.read(text))
    #expect(ReportToken.rollout(of: text) == "00112233aabbccdd")
    #expect(read.step == 2 && read.isNew && read.servedAt == 1_800_000_000)
    let later = try #require(key.read(token(step: 0, isNew: false, at: 5)))
    #expect(read.unit == unit && later.unit == unit)
    #expect(text.contains(Hexadecimal.text(of: unit.bytes)))
    for place in text.indices {
      let digit = text[place] == "0" ? "1" : "0"
      #expect(key.read(text.replacingCharacters(at: place, with: digit)) == nil)
    }
    #expect(ReportToken.Key(Array(repeating: 8, count: 32), rollout: "00112233aabbccdd").read(text) == nil)
    #expect(ReportToken.Key(Array(repeating: 7, count: 32), rollout: "0000000000000000").read(text) == nil)
  }
}

extension String {
  fileprivate func replacingCharacters(at place: Index, with text: String) -> String {
    self[..<place] + text + self[index(after: place)...]
  }
}

extension ReportCount {
  fileprivate func moved(to network: Int64) -> ReportCount {
    ReportCount(
      event: event, level: level, step: step, isNew: isNew, network: network, count: count,
      settledCount: settledCount)
  }
}

extension [ReportCount] {
  /// One row for each network and side, as a store returns them.
  fileprivate var merged: [ReportCount] {
    Dictionary(grouping: self) { [Int64($0.isNew ? 1 : 0), $0.network] }.values.map { rows in
      let first = rows[0]
      return ReportCount(
        event: first.event, level: first.level, step: first.step, isNew: first.isNew,
        network: first.network, count: rows.count, settledCount: rows.count)
    }
  }
}
