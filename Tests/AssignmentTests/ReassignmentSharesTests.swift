import JSONText
import Testing

@testable import Assignment

@Suite struct ReassignmentSharesTests {
  private func experiment(_ change: (inout Experiment) -> Void = { _ in }) -> Experiment {
    var experiment = Experiment(
      key: "price", variants: [.init(key: "a", weight: 50), .init(key: "b", weight: 50)])
    change(&experiment)
    return experiment
  }

  private func shares(_ old: Experiment, _ new: Experiment) -> [Double] {
    let shares = ReassignmentShares(from: old, to: new)
    return [shares.entering, shares.leaving, shares.moving]
  }

  @Test func `no change moves no unit`() {
    #expect(shares(experiment(), experiment()) == [0, 0, 0])
    #expect(
      shares(
        experiment {
          $0.variants[0].weight = 7; $0.variants[1].weight = 7
        }, experiment()) == [0, 0, 0])
  }

  @Test func `coverage makes units enter and leave`() {
    #expect(shares(experiment { $0.coverage = 0.2 }, experiment { $0.coverage = 0.5 }) == [0.3, 0, 0])
    #expect(shares(experiment { $0.coverage = 0.5 }, experiment { $0.coverage = 0.2 }) == [0, 0.3, 0])
    #expect(shares(experiment(), experiment { $0.coverage = 0 }) == [0, 1, 0])
  }

  @Test func `weights move the units between the old and the new boundary`() {
    #expect(shares(experiment(), experiment { $0.variants[0].weight = 150 }) == [0, 0, 0.25])
    // 0…0.25 and 0.5…0.75 become 0…0.125 and 0.25…0.625.
    let narrower = experiment {
      $0.coverage = 0.5; $0.variants[0].weight = 1; $0.variants[1].weight = 3
    }
    #expect(shares(experiment { $0.coverage = 0.5 }, narrower) == [0.25, 0.25, 0])
  }

  @Test func `variants are compared by their keys`() {
    #expect(shares(experiment(), experiment { $0.variants.reverse() }) == [0, 0, 1])
    #expect(shares(experiment(), experiment { $0.variants[1].key = "c" }) == [0, 0, 0.5])
  }

  @Test func `another seed moves units at random`() {
    #expect(shares(experiment(), experiment { $0.seed = "two" }) == [0, 0, 0.5])
    #expect(shares(experiment(), experiment { $0.hashAttribute = "device" }) == [0, 0, 0.5])
    #expect(shares(experiment(), experiment { $0.hashVersion = .one }) == [0, 0, 0.5])
    #expect(
      shares(
        experiment { $0.coverage = 0.5 },
        experiment {
          $0.coverage = 0.2; $0.seed = "two"
        }) == [0.1, 0.4, 0.05])
    #expect(shares(experiment(), experiment { $0.seed = "price" }) == [0, 0, 0])
  }

  @Test func `hash version 1 has a thousand buckets`() {
    let old = experiment {
      $0.hashVersion = .one; $0.coverage = 0.3
    }
    #expect(
      shares(
        old,
        experiment {
          $0.hashVersion = .one; $0.coverage = 0.31
        }) == [0.01, 0, 0])
  }

  @Test func `namespaces make units enter and leave`() {
    let half = experiment { $0.namespace = Namespace(id: "n", from: 0, to: 0.5) }
    #expect(shares(experiment(), half) == [0, 0.5, 0])
    #expect(shares(half, experiment()) == [0.5, 0, 0])
    #expect(
      shares(half, experiment { $0.namespace = Namespace(id: "n", from: 0.25, to: 0.75) }) == [0.25, 0.25, 0])
    #expect(
      shares(half, experiment { $0.namespace = Namespace(id: "m", from: 0, to: 0.5) }) == [0.25, 0.25, 0])
    let moved = experiment {
      $0.namespace = Namespace(id: "n", from: 0, to: 0.5); $0.variants[0].weight = 150
    }
    #expect(shares(half, moved) == [0, 0, 0.125])
  }

  @Test func `stopping makes all units leave`() {
    #expect(
      shares(
        experiment { $0.coverage = 0.4 },
        experiment {
          $0.coverage = 0.4; $0.status = .stopped
        }) == [0, 0.4, 0])
    #expect(shares(experiment { $0.status = .stopped }, experiment()) == [1, 0, 0])
  }

  @Test func `a changed condition is reported`() throws {
    let condition = try Condition(["a": 1], patterns: SwiftPattern.compile)
    let conditioned = experiment { $0.condition = condition }
    #expect(ReassignmentShares(from: experiment(), to: conditioned).isConditionChanged)
    #expect(!ReassignmentShares(from: conditioned, to: conditioned).isConditionChanged)
  }

  @Test func `the shares are those of real units`() {
    let old = experiment {
      $0.coverage = 0.6; $0.namespace = Namespace(id: "n", from: 0, to: 0.7)
    }
    let new = experiment {
      $0.coverage = 0.9; $0.variants[0].weight = 80; $0.namespace = Namespace(id: "n", from: 0.1, to: 1)
    }
    let (before, after) = (CompiledExperiment(old), CompiledExperiment(new))
    var counts = [0, 0, 0]
    let units = 40_000
    for number in 0..<units {
      let (one, other) = withBytes(of: "user-\(number)") { (before.decide(unit: $0), after.decide(unit: $0)) }
      switch (one.variant, other.variant) {
      case (nil, .some): counts[0] += 1
      case (.some, nil): counts[1] += 1
      case (let a?, let b?) where a != b: counts[2] += 1
      default: break
      }
    }
    // The units are fixed, so the counts never change; they lie within four standard errors.
    for (count, share) in zip(counts, shares(old, new)) {
      let error = (share * (1 - share) / Double(units)).squareRoot()
      #expect(abs(Double(count) / Double(units) - share) < 4 * error)
    }
  }
}
