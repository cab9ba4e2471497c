import JSONText
import Testing

@testable import Assignment

@Suite struct ExperimentDecisionTests {
  // With seed "price": u1 0.6064, u2 0.2167, u9 0.0365, u12 0.9077.
  // In namespace "pricing": u1 0.625, u2 0.434, u10 0.011.
  private func experiment(_ change: (inout Experiment) -> Void = { _ in }) -> CompiledExperiment {
    var experiment = Experiment(
      key: "price", variants: [.init(key: "control", weight: 50), .init(key: "first", weight: 50)])
    change(&experiment)
    return CompiledExperiment(experiment)
  }

  private func condition(_ source: JSONValue) throws -> Condition {
    try Condition(source, patterns: SwiftPattern.compile)
  }

  private func decide(
    _ experiment: CompiledExperiment, _ unit: String, _ attributes: Attributes = .none, override: Int? = nil
  ) -> Decision {
    withBytes(of: unit) { experiment.decide(unit: $0, attributes: attributes, override: override) }
  }

  @Test func `a unit is assigned by its hash`() {
    let plain = experiment()
    #expect(decide(plain, "u1") == Decision(.assigned, variant: 1, hashValue: 0.6064))
    #expect(decide(plain, "u2") == Decision(.assigned, variant: 0, hashValue: 0.2167))
    #expect(decide(plain, "u1").inExperiment)
  }

  @Test func `the seed defaults to the key`() {
    let seeded = experiment {
      $0.key = "other"; $0.seed = "price"
    }
    #expect(decide(seeded, "u1").hashValue == 0.6064)
    #expect(
      decide(experiment { $0.key = "other" }, "u1").hashValue == bucket(seed: "other", unit: "u1", version: 2)
    )
  }

  @Test func `hash version 1 can be used`() {
    let older = experiment { $0.hashVersion = .one }
    #expect(decide(older, "u1").hashValue == bucket(seed: "price", unit: "u1", version: 1))
  }

  @Test func `weights are relative`() {
    let uneven = experiment { $0.variants = [.init(key: "a", weight: 1), .init(key: "b", weight: 9)] }
    #expect(uneven.ranges == [BucketRange(0, 0.1), BucketRange(0.1, 1)])
    #expect(decide(uneven, "u9").variant == 0)
    #expect(decide(uneven, "u2").variant == 1)
  }

  @Test func `a unit beyond the coverage gets the unchanged definition`() {
    let covered = experiment { $0.coverage = 0.2 }
    #expect(decide(covered, "u1") == Decision(.notCovered, hashValue: 0.6064))
    #expect(!decide(covered, "u1").inExperiment)
    #expect(decide(covered, "u9") == Decision(.assigned, variant: 0, hashValue: 0.0365))
    #expect(decide(experiment { $0.coverage = 0 }, "u9").reason == .notCovered)
  }

  @Test func `a request without a unit gets the unchanged definition`() {
    #expect(decide(experiment(), "") == Decision(.noUnit))
    #expect(experiment().decide(attributes: .none) == Decision(.noUnit))
  }

  @Test func `a unit outside the namespace gets the unchanged definition`() {
    let part = experiment { $0.namespace = Namespace(id: "pricing", from: 0.5, to: 1) }
    #expect(decide(part, "u1").reason == .assigned)
    #expect(decide(part, "u2") == Decision(.namespace))
  }

  @Test func `a unit that fails the condition gets the unchanged definition`() throws {
    let german = try condition(["country": "DE"])
    let part = experiment { $0.condition = german }
    #expect(decide(part, "u1", Attributes(["country": "DE"])).reason == .assigned)
    #expect(decide(part, "u1", Attributes(["country": "KR"])) == Decision(.condition))
    #expect(decide(part, "u1") == Decision(.condition))
  }

  @Test func `a stopped experiment serves its first variant to all`() {
    let stopped = experiment {
      $0.status = .stopped; $0.coverage = 0; $0.namespace = Namespace(id: "pricing", from: 0, to: 0)
    }
    for unit in ["u1", "u2", ""] {
      #expect(decide(stopped, unit) == Decision(.stopped, variant: 0))
      #expect(!decide(stopped, unit).inExperiment)
    }
  }

  @Test func `a forced unit gets its variant`() {
    let forcing = experiment {
      $0.force = [
        .init(unit: "u1", variant: "control"), .init(unit: "들깨", variant: "first"),
        .init(unit: "x", variant: "gone"),
      ]
      $0.status = .stopped
      $0.coverage = 0
    }
    #expect(decide(forcing, "u1") == Decision(.forced, variant: 0))
    #expect(decide(forcing, "들깨") == Decision(.forced, variant: 1))
    #expect(decide(forcing, "u1").inExperiment)
    #expect(decide(forcing, "x").reason == .stopped)
    #expect(decide(forcing, "u").reason == .stopped)
  }

  @Test func `the request's variant overrides everything`() {
    let forcing = experiment {
      $0.force = [.init(unit: "u1", variant: "control")]; $0.status = .stopped
    }
    #expect(decide(forcing, "u1", override: 1) == Decision(.override, variant: 1))
    #expect(decide(forcing, "", override: 0) == Decision(.override, variant: 0))
    #expect(decide(forcing, "u1", override: 2).reason == .forced)
    #expect(decide(forcing, "u1", override: -1).reason == .forced)
  }

  /// Removes the deciding step, one after the other; each time the next step decides.
  @Test func `the steps decide in their order`() throws {
    let never = try condition(["never": true])
    var definition = Experiment(key: "price", variants: [.init(key: "control"), .init(key: "first")])
    definition.coverage = 0
    definition.condition = never
    definition.namespace = Namespace(id: "pricing", from: 0, to: 0)
    definition.status = .stopped
    definition.force = [.init(unit: "u1", variant: "first")]
    #expect(decide(CompiledExperiment(definition), "u1", override: 0).reason == .override)
    #expect(decide(CompiledExperiment(definition), "u1").reason == .forced)
    definition.force = []
    #expect(decide(CompiledExperiment(definition), "").reason == .stopped)
    definition.status = .running
    #expect(decide(CompiledExperiment(definition), "").reason == .noUnit)
    #expect(decide(CompiledExperiment(definition), "u1").reason == .namespace)
    definition.namespace = nil
    #expect(decide(CompiledExperiment(definition), "u1").reason == .condition)
    definition.condition = nil
    #expect(decide(CompiledExperiment(definition), "u1").reason == .notCovered)
    definition.coverage = 1
    #expect(decide(CompiledExperiment(definition), "u1").reason == .assigned)
  }

  @Test func `each reason has its name`() {
    #expect(
      DecisionReason.allCases.map(\.rawValue)
        == ["override", "forced", "stopped", "no-unit", "namespace", "condition", "not-covered", "assigned"])
  }

  @Test func `another attribute can be hashed`() {
    let byCompany = experiment { $0.hashAttribute = "company" }
    #expect(byCompany.needsAttributes && !experiment().needsAttributes)
    #expect(byCompany.decide(attributes: Attributes(["company": "u1", "user": "u2"])).hashValue == 0.6064)
    #expect(byCompany.decide(attributes: Attributes(["user": "u2"])).reason == .noUnit)
  }

  @Test(
    arguments: [
      ("u1", "u1"), (42, "42"), (1.5, "1.5"), (-7, "-7"), (true, "true"), (["a", 1, nil], "a,1,"),
      (["a": 1], "[object Object]"),
      (0, nil), ("", nil), (false, nil), (nil, nil), ([], nil), ("0", "0"), (" ", " "),
    ] as [(JSONValue, String?)])
  func `an attribute becomes a unit as in the SDKs`(value: JSONValue, unit: String?) {
    #expect(Attributes(["id": value]).unit(of: "id") == unit)
  }

  @Test(arguments: [
    ("42.0", "42"), ("4.2e1", "42"), ("1e21", "1e+21"), ("12345678901234567890", "12345678901234567000"),
    ("0.0", nil),
  ])
  func `a number as a unit is written as ECMAScript writes it`(number: String, unit: String?) throws {
    let attributes = Attributes(["id": .number(try #require(JSONNumber(text: number)))])
    #expect(attributes.unit(of: "id") == unit)
  }

  @Test func `an experiment without variants assigns nothing`() {
    let empty = experiment { $0.variants = [] }
    #expect(decide(empty, "u1").variant == nil)
    #expect(
      decide(
        experiment {
          $0.variants = []; $0.status = .stopped
        }, "u1"
      ).variant == nil)
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Reads the literal as a JSON number.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
}
