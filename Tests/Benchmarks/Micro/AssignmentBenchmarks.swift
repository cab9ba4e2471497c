import Assignment
import TargetingPatterns
import JSONText
import Screens

/// The assignment of many units, each 36 bytes long like a UUID.
enum AssignmentBenchmarks {
  private static let mask = 1023

  private static let units: [[UInt8]] = {
    // A linear congruential generator (Knuth's MMIX), for the same units in each run.
    var state: UInt64 = 1
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return String(state >> 60, radix: 16)
      }.joined()
    }
    return (0...mask).map { _ in
      Array([8, 4, 4, 4, 12].map { digits($0) }.joined(separator: "-").utf8)
    }
  }()

  static func hash() -> Benchmark {
    let hash = UnitHash(seed: "home-price-first", version: .two)
    let units = units
    return Benchmark(name: "hash") { times in
      var sum = 0.0
      for number in 0..<times {
        let unit = units[number & mask]
        sum += hash.value(of: unit.span)
      }
      // Hashes of version 2 are whole ten-thousandths.
      return Int(sum * 10_000)
    }
  }

  /// An experiment with a namespace and a condition that all units pass, so that each takes every step to its variant.
  static func assignment() throws -> Benchmark {
    var experiment = Experiment(
      key: "home-price-first", variants: [.init(key: "control"), .init(key: "price-first")])
    experiment.namespace = Namespace(id: "pricing", from: 0, to: 1)
    experiment.condition = try Condition(
      [
        "country": ["$in": ["US", "CA", "DE"]], "app": ["$vgte": "2.10.0"], "age": ["$gte": 18],
        "plan": "pro",
      ], patterns: ConditionPatterns.compile)
    let compiled = CompiledExperiment(experiment)
    let attributes = Attributes([
      "user": "7f9c24e8-3b1a-4c55-9d0e-1a2b3c4d5e6f", "plan": "pro", "country": "DE", "age": 33,
      "app": "2.11.3",
      "premium": true,
    ])
    let units = units
    return Benchmark(name: "assignment") { times in
      var total = 0
      for number in 0..<times {
        let unit = units[number & mask]
        let decision = compiled.decide(unit: unit.span, attributes: attributes)
        guard let variant = decision.variant else { throw BenchmarkError("a unit has no variant") }
        total &+= variant + 1
      }
      return total
    }
  }
}
