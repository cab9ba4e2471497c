import CurlClient
import FaultInjection
import Foundation
import JSONText
import PostgresCluster
import Synchronization
import Testing

/// Three nodes, eight writers and a reader of each node, while nodes, their connections and the database fail at
/// random.
///
/// `MARQUEE_FAULT_ROUNDS` sets the number of rounds, and `MARQUEE_FAULT_SEED` the seed of the first one.
@Suite(.postgres, .serialized) struct NodeFaultTests {
  private static let rounds = number("MARQUEE_FAULT_ROUNDS") ?? 3
  private static let seed = number("MARQUEE_FAULT_SEED") ?? Int.random(in: 0..<1_000_000)
  /// How long faults happen in a round.
  private static let duration = Duration.seconds(4)
  /// How long the nodes may take to be equal after the last fault, on a machine with other work. The aim is 5 s; each round
  /// prints its time.
  private static let healingLimit = Duration.seconds(20)

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test func `nothing that was acknowledged is lost, and nothing happens twice`() async throws {
    let cluster = try await SharedCluster.own(settings: ["max_connections": "300"])
    for round in 0..<Self.rounds {
      let seed = Self.seed + round
      print("faults: round \(round + 1) of \(Self.rounds), MARQUEE_FAULT_SEED=\(seed)")
      try await Self.run(cluster, seed: seed)
    }
  }

  private static func run(_ cluster: PostgresCluster, seed: Int) async throws {
    try await Nodes.run { nodes in
      let storm = try await FaultStorm(nodes, cluster)
      var plan = FaultPlan(seed: UInt64(seed))
      let steps = try await storm.run { () async throws -> [FaultPlan.Step] in
        var steps: [FaultPlan.Step] = []
        let end = ContinuousClock.now.advanced(by: duration)
        while ContinuousClock.now < end {
          let step = plan.next(nodes: FaultStorm.nodeCount)
          steps.append(step)
          try await storm.make(step)
        }
        return steps
      }
      let healed = ContinuousClock.now
      let servers = storm.servers
      let head = try await storm.head()
      do {
        try await repeatRequests(until: "equality of the nodes", within: healingLimit) {
          for server in servers {
            let health = try await server.health()
            guard health["store"] == "available", health["revision"]?.numberValue?.intValue == head else {
              return false
            }
          }
          return true
        }
      } catch {
        Issue.record("seed \(seed): \(error): \(try await servers.revisions()) and \(head), after \(steps)")
      }
      let healing = ContinuousClock.now - healed
      for server in servers { try await server.waitForRevision(head) }
      let findings = storm.history.findings(finalVersions: try await storm.finalVersions())
      #expect(findings == [], "seed \(seed), \(steps)")
      let outcomes = storm.history.operations.map(\.outcome)
      let written = outcomes.count { if case .acknowledged = $0 { true } else { false } }
      let unknown = outcomes.count { $0 == .unknown }
      print(
        "faults: seed \(seed): \(steps.count) steps, \(written) writes, "
          + "\(outcomes.count - written - unknown) refused, \(unknown) unknown, "
          + "\(storm.readCount) reads, equal after \(healing)"
      )
      #expect(written > 0)
      #expect(storm.readCount > 0)
    }
  }
}
