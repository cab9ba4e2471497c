import Foundation
import NodeSimulation
import Testing

/// Clusters of three nodes, each with the faults of a seed.
///
/// `MARQUEE_SIMULATION_SEEDS` sets how many seeds to run. `MARQUEE_SIMULATION_SEED` runs one of them and prints its
/// trace.
@Suite struct ClusterSimulationTests {
  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test func `nodes keep their promises in clusters of many seeds`() async {
    if let seed = Self.number("MARQUEE_SIMULATION_SEED") {
      let outcome = ClusterSimulation.run(seed: UInt64(max(seed, 0)), isTraced: true)
      print(outcome.trace.joined(separator: "\n"))
      #expect(outcome.findings == [])
      return
    }
    let seeds = Self.number("MARQUEE_SIMULATION_SEEDS") ?? 500
    let lanes = max(ProcessInfo.processInfo.activeProcessorCount, 1)
    let begin = ContinuousClock.now
    let (steps, writes) = await withTaskGroup(of: (Int, Int).self) { group in
      for lane in 0..<lanes {
        group.addTask {
          var (steps, writes) = (0, 0)
          for seed in stride(from: lane, to: seeds, by: lanes) {
            let outcome = ClusterSimulation.run(seed: UInt64(seed))
            steps += outcome.steps
            writes += outcome.acknowledgedWrites
            #expect(outcome.findings == [], "replay with MARQUEE_SIMULATION_SEED=\(seed)")
          }
          return (steps, writes)
        }
      }
      return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print(
      "simulation: \(seeds) seeds, \(steps) steps, \(writes) acknowledged writes, "
        + "\(Int(Double(steps) / seconds)) steps a second")
    // A simulation in which nothing happens would find nothing.
    #expect(writes > seeds * 10)
  }

  @Test func `a seed gives the same trace each time`() {
    for seed in UInt64(0)..<5 {
      let first = ClusterSimulation.run(seed: seed, isTraced: true)
      let second = ClusterSimulation.run(seed: seed, isTraced: true)
      #expect(first.trace.count > 500)
      #expect(first.trace == second.trace)
      #expect(first.steps == ClusterSimulation.run(seed: seed).steps)
      #expect(first.trace != ClusterSimulation.run(seed: seed + 1, isTraced: true).trace)
    }
  }

  /// What brings a flaw to light soon. Others show with the faults of almost any seed.
  private static let rareConditions: [SimulationFlaw: (faults: [SimulatedFault.Kind], clients: Int)] = [
    .missingFence: ([.lateness], 1),
    .comparedRevisions: ([.failover], 3),
    .mergedCopy: ([.failover, .brokenDisk], 2),
  ]

  @Test(arguments: SimulationFlaw.allCases)
  func `a flaw is found, and its seed finds it again`(_ flaw: SimulationFlaw) throws {
    let conditions = Self.rareConditions[flaw]
    func run(_ seed: UInt64, flaw: SimulationFlaw?) -> ClusterSimulation.Outcome {
      ClusterSimulation.run(
        seed: seed, flaw: flaw, faults: conditions?.faults, clients: conditions?.clients)
    }
    let found = (UInt64(0)..<500).lazy.map { run($0, flaw: flaw) }.first { !$0.findings.isEmpty }
    let outcome = try #require(found)
    #expect(run(outcome.seed, flaw: flaw).findings == outcome.findings)
    #expect(run(outcome.seed, flaw: nil).findings == [])
  }
}
