import JSONText
import Testing

@testable import Assignment

@Suite struct GuardVectorTests {
  private static let loaded = Result { try GuardVectors.load() }
  private let vectors: GuardVectors?

  init() throws { vectors = try Self.loaded.get() }

  @Test func `the evidence of event shares agrees`() {
    vectors?.forEach(in: "shares", count: 400) { vector in
      let value = EventShares(vector.steps)
        .logEvidence(of: vector.kind, tolerating: vector.number(of: "rho0"))
      #expect(vector.agrees(value, vector.number(of: "lnE")), "\(vector.text) \(value)")
    }
  }

  @Test func `mixtures and their causes agree`() {
    vectors?.forEach(in: "mixture", count: 200) { vector in
      let tolerated = vector.number(of: "rho0")
      let events = vector.list(of: "events")
      let byRelease = events.map { event in
        let all = EventShares(event.steps).logEvidence(of: event.kind, tolerating: tolerated)
        let releases = event.list(of: "releases")
        return Mixture(
          [(releases.isEmpty ? 1 : 0.5, all)]
            + releases.map { release in
              (
                release.number(of: "share") / 2,
                EventShares(release.steps).logEvidence(of: event.kind, tolerating: tolerated)
              )
            })
      }
      let mixture = Mixture(zip(events, byRelease).map { ($0.number(of: "weight"), $1.logEvidence) })
      #expect(vector.agrees(mixture.logEvidence, vector.number(of: "lnE")), "\(vector.text)")
      let parts = vector.list(of: "parts").compactMap { $0.numberValue?.doubleValue }
      #expect(mixture.parts.count == parts.count)
      for (part, expected) in zip(mixture.parts, parts) {
        #expect(vector.agrees(part, expected), "\(vector.text) \(part)")
      }
      guard let cause = mixture.cause else {
        Issue.record("no cause: \(vector.text)")
        return
      }
      #expect(events[cause].string(of: "name") == vector.string(of: "cause"), "\(vector.text)")
      if let release = vector["release"] {
        let place = byRelease[cause].cause ?? 0
        let name = place == 0 ? JSONValue.null : events[cause].list(of: "releases")[place - 1]["release"]
        #expect(name == release, "\(vector.text)")
      }
    }
  }

  @Test func `intervals of the ratio agree`() {
    vectors?.forEach(in: "interval", count: 250) { vector in
      let interval = RatioInterval(of: EventShares(vector.steps), alpha: vector.number(of: "alpha"))
      let low = vector.number(of: "low")
      #expect(low == 0 ? interval.low == 0 : abs(interval.low / low - 1) <= 1e-9, "\(vector.text)")
      if let high = vector["high"]?.numberValue?.doubleValue {
        #expect(abs((interval.high ?? .infinity) / high - 1) <= 1e-9, "\(vector.text)")
      } else {
        #expect(interval.high == nil, "\(vector.text)")
      }
    }
  }

  @Test func `the evidence of splits agrees`() {
    vectors?.forEach(in: "split", count: 200) { vector in
      let test = SplitTest(
        counts: vector.list(of: "counts").map { $0.numberValue?.intValue ?? -1 },
        shares: vector.list(of: "theta").map { $0.numberValue?.doubleValue ?? .nan })
      #expect(vector.agrees(test.logEvidence, vector.number(of: "lnE")), "\(vector.text) \(test.logEvidence)")
    }
  }

  @Test func `the evidence of settled units agrees`() {
    vectors?.forEach(in: "settled", count: 30) { vector in
      let value = Settled(vector.steps).logEvidence
      #expect(vector.agrees(value, vector.number(of: "lnE")), "\(vector.text) \(value)")
    }
  }

  @Test func `the evidence of slow draws and the worst threshold agree`() {
    vectors?.forEach(in: "slow", count: 100) { vector in
      let thresholds = vector.list(of: "thresholds")
      #expect(thresholds.map { $0.number(of: "seconds") } == SlowDraws.thresholds)
      let slow = SlowDraws(thresholds.map { EventShares($0.steps) }, tolerating: vector.number(of: "rho0"))
      #expect(vector.agrees(slow.logEvidence, vector.number(of: "lnE")), "\(vector.text) \(slow.logEvidence)")
      // Null where two thresholds are equal.
      if let worst = vector["worst"]?.numberValue?.doubleValue {
        #expect(slow.worstThreshold == worst, "\(vector.text)")
      }
    }
  }

  @Test func `expected delays agree`() {
    vectors?.forEach(in: "delay", count: 70) { vector in
      let delay = ExpectedDelay(
        alpha: vector.number(of: "alpha"), unitsPerSecond: vector.number(of: "units"),
        newShare: vector.number(of: "pi"), oldRate: vector.number(of: "p0"), newRate: vector.number(of: "p1"))
      let seconds = vector.number(of: "seconds")
      #expect(abs((delay.seconds ?? .infinity) / seconds - 1) <= 1e-9, "\(vector.text)")
    }
  }
}
