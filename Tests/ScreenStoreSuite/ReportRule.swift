package import Screens
internal import Testing

/// One rule that every ``ReportStore`` keeps. The tests of a store run ``all`` of them.
package struct ReportRule: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Checks the rule with an empty store.
  package let check: @Sendable (any ReportStore) throws -> Void

  package static let all: [ReportRule] = [
    ReportRule(testDescription: "a new store is empty") { store in
      #expect(try store.counts(ofRollout: rollout, settledThrough: 9).isEmpty)
      try store.deleteReports(ofRollouts: [rollout])
      try store.add([])
      #expect(try store.counts(ofRollout: rollout, settledThrough: 9).isEmpty)
      #expect(try store.rollouts().isEmpty)
      #expect(try !store.deleteUnits(ofRollout: rollout))
    },
    ReportRule(testDescription: "the secret is random, and stays the same") { store in
      let secret = try store.secret()
      #expect(secret.count == ExperimentToken.Key.secretBytes && Set(secret).count > 8)
      try store.deleteReports(ofRollouts: [rollout])
      #expect(try store.secret() == secret)
    },
    ReportRule(testDescription: "the first report of an event and unit counts, and no other") { store in
      try store.add([report(unit: 1, network: 7), report(unit: 1, network: 8), report(unit: 2, network: 7)])
      try store.add([report(unit: 1, network: 9), report(unit: 1, event: 1), report(unit: 3, isNew: true)])
      #expect(
        try counts(store) == [
          count(event: 0, isNew: false, network: 7, 2), count(event: 0, isNew: true, network: 0, 1),
          count(event: 1, isNew: false, network: 0, 1),
        ])
    },
    ReportRule(testDescription: "delayed events settle by the time at which their screen was served") {
      store in
      try store.add([report(unit: 1, slot: 5), report(unit: 2, slot: 6), report(unit: 3, slot: 7)])
      #expect(try counts(store, through: 4) == [count(event: 0, isNew: false, network: 0, 3, settled: 0)])
      #expect(try counts(store, through: 6) == [count(event: 0, isNew: false, network: 0, 3, settled: 2)])
    },
    ReportRule(testDescription: "settled counts are merged, and stay the same") { store in
      try store.add([
        report(unit: 1, slot: 5), report(unit: 2, slot: 6), report(unit: 3, slot: 9), report(unit: 4),
      ])
      let before = try counts(store, through: 6)
      for _ in 0..<2 {
        try store.mergeCounts(ofRollout: rollout, through: 6)
        #expect(try counts(store, through: 6) == before)
      }
      try store.add([report(unit: 5)])
      #expect(try counts(store) == [count(event: 0, isNew: false, network: 0, 5, settled: 4)])
      #expect(try counts(store, through: 9) == [count(event: 0, isNew: false, network: 0, 5)])
    },
    ReportRule(testDescription: "levels and steps are counted apart, and so are large networks") { store in
      let network = Int64(1) << 48 - 1
      try store.add([
        report(unit: 1, level: 6, network: network), report(unit: 2, level: 2, network: network),
        report(unit: 3, step: 1, network: network),
      ])
      #expect(
        try counts(store).map { [$0.level, $0.step, $0.count] } == [[0, 1, 1], [2, 0, 1], [6, 0, 1]])
      #expect(try counts(store).allSatisfy { $0.network == network })
    },
    ReportRule(testDescription: "rollouts are apart, and are deleted one by one") { store in
      try store.add([report(unit: 1), report("other", unit: 1)])
      try store.deleteReports(ofRollouts: [rollout, "missing"])
      #expect(try counts(store).isEmpty)
      #expect(try store.counts(ofRollout: "other", settledThrough: 0).map(\.count) == [1])
      try store.add([report(unit: 1)])
      #expect(try counts(store).map(\.count) == [1])
    },
    ReportRule(testDescription: "the units of a rollout are deleted in parts, and its counts stay") { store in
      let units = 25_000
      try store.add((0..<units).map { report(unit: $0, event: $0 % 2, network: 7) })
      let others = [report("other", unit: 1, network: 7), report("experiment", unit: 1)]
      try store.add(others)
      func rollouts() throws -> [ReportedRollout] { try store.rollouts().sorted { $0.id < $1.id } }
      let other = ReportedRollout(id: "other", hasUnits: true)
      #expect(try rollouts() == [ReportedRollout(id: rollout, hasUnits: true), other])
      let before = try counts(store)
      var parts = 1
      while try store.deleteUnits(ofRollout: rollout) { parts += 1 }
      #expect(parts > 1)
      #expect(try rollouts() == [ReportedRollout(id: rollout, hasUnits: false), other])
      #expect(try counts(store) == before && before.map(\.count) == [units / 2, units / 2])
      // Those of others still count once.
      try store.add(others)
      for id in ["other", "experiment"] {
        #expect(try store.counts(ofRollout: id, settledThrough: 0).map(\.count) == [1])
      }
      try store.deleteReports(ofRollouts: [rollout])
      #expect(try rollouts() == [other])
    },
    ReportRule(testDescription: "first reports are counted by release, if they name one") { store in
      let (one, other) = (try #require(ReleaseName("ios/1.2.0")), try #require(ReleaseName("ios/1.3.0+4")))
      #expect(try store.releaseCounts(ofRollout: rollout).isEmpty)
      try store.add([
        report(unit: 1, release: one), report(unit: 1, release: other), report(unit: 2, release: one),
        report(unit: 3), report(unit: 4, level: 2, step: 1, isNew: true, slot: 9, release: other),
      ])
      try store.add([report(unit: 2, release: other), report(unit: 5, network: 8, release: one)])
      try store.mergeCounts(ofRollout: rollout, through: 9)
      let counts = try store.releaseCounts(ofRollout: rollout).sorted { $0.release < $1.release }
      #expect(
        counts == [
          ReleaseCount(release: one, event: 0, level: 0, step: 0, isNew: false, count: 3),
          ReleaseCount(release: other, event: 0, level: 2, step: 1, isNew: true, count: 1),
        ])
      try store.deleteReports(ofRollouts: [rollout])
      #expect(try store.releaseCounts(ofRollout: rollout).isEmpty)
    },
    ReportRule(testDescription: "a rollout has a limited number of releases, and those that it has stay") {
      store in
      let releases = try (0..<100).map { try #require(ReleaseName("app/1.\($0)")) }
      let first = releases[99]
      try store.add([report(unit: 0, release: first)])
      try store.add(releases.enumerated().map { report(unit: 1 + $0, release: $1) })
      try store.add([report(unit: 500, release: first)])
      try store.add([report("other", unit: 1, release: releases[50])])
      let named = try store.releaseCounts(ofRollout: rollout)
      #expect(Set(named.map(\.release)).count == ReleaseCount.maximumReleases)
      #expect(named.filter { $0.release == first }.map(\.count) == [3])
      #expect(try counts(store).map(\.count) == [102])
      #expect(try store.releaseCounts(ofRollout: "other").map(\.count) == [1])
    },
    ReportRule(testDescription: "many reports are added at once") { store in
      let units = 12_000
      try store.add((0..<units).map { report(unit: $0, isNew: $0.isMultiple(of: 3)) })
      #expect(try counts(store).map(\.count) == [units * 2 / 3, units / 3])
    },
  ]

  private static let rollout = "0011223344556677"

  private static func report(
    _ rollout: String = rollout, unit: Int, event: Int = 0, level: Int = 0, step: Int = 0,
    isNew: Bool = false, network: Int64 = 0, slot: Int = 0, release: ReleaseName? = nil
  ) -> FirstReport {
    let bytes = (0..<12).map { UInt8(truncatingIfNeeded: unit >> (8 * min($0, 7))) }
    return FirstReport(
      rollout: rollout, event: event, level: level, unit: bytes, step: step, isNew: isNew, network: network,
      slot: slot, release: release)
  }

  private static func count(
    event: Int, isNew: Bool, network: Int64, _ count: Int, settled: Int? = nil
  ) -> ReportCount {
    ReportCount(
      event: event, level: 0, step: 0, isNew: isNew, network: network, count: count,
      settledCount: settled ?? count)
  }

  /// The counts in a fixed order.
  private static func counts(_ store: any ReportStore, through slot: Int = 0) throws -> [ReportCount] {
    try store.counts(ofRollout: rollout, settledThrough: slot).sorted {
      ($0.event, $0.level, $0.step, $0.isNew ? 1 : 0, $0.network)
        < ($1.event, $1.level, $1.step, $1.isNew ? 1 : 0, $1.network)
    }
  }
}
