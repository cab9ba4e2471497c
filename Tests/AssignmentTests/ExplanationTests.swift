import JSONText
import Testing

@testable import Assignment

@Suite struct ExplanationTests {
  private func experiment() throws -> Experiment {
    var experiment = Experiment(key: "price", variants: [.init(key: "control"), .init(key: "first")])
    experiment.coverage = 0.5
    experiment.namespace = Namespace(id: "pricing", from: 0.4, to: 1)
    experiment.condition = try Condition(
      ["country": "KR", "age": ["$gte": 18]], patterns: SwiftPattern.compile)
    return experiment
  }

  @Test func `an explanation has all details`() throws {
    let compiled = CompiledExperiment(try experiment())
    let explanation = compiled.explain(attributes: Attributes(["user": "u2", "country": "KR", "age": 20]))
    #expect(explanation.decision == Decision(.assigned, variant: 0, hashValue: 0.2167))
    #expect(explanation.variant == "control")
    #expect(explanation.unit == "u2")
    #expect(explanation.hashAttribute == "user")
    #expect(explanation.hashVersion == .two)
    #expect(explanation.seed == "price")
    #expect(explanation.hashValue == 0.2167)
    #expect(explanation.ranges == [BucketRange(0, 0.25), BucketRange(0.5, 0.75)])
    #expect(
      explanation.namespace
        == Explanation.NamespacePlace(id: "pricing", range: BucketRange(0.4, 1), value: 0.434, isMember: true)
    )
    #expect(explanation.condition == ConditionVerdict(passes: true, decidedBy: nil))
    #expect(
      explanation.attributes == [
        Explanation.SeenAttribute(path: "country", value: "KR"),
        Explanation.SeenAttribute(path: "age", value: 20),
      ])
    #expect(
      explanation.steps.map(\.outcome) == [.passed, .passed, .passed, .passed, .passed, .passed, .decided])
  }

  @Test func `an explanation shows what follows the deciding step`() throws {
    let compiled = CompiledExperiment(try experiment())
    // The hash value of u6 in the namespace is 0.142.
    let explanation = compiled.explain(unit: "u6", attributes: Attributes(["country": "KR", "age": 17]))
    #expect(explanation.decision == Decision(.namespace))
    #expect(explanation.variant == nil)
    #expect(explanation.hashValue == 0.343)
    #expect(explanation.namespace?.isMember == false)
    #expect(explanation.condition == ConditionVerdict(passes: false, decidedBy: JSONPointer("/age/$gte")))
    #expect(
      explanation.steps.map(\.outcome) == [
        .passed, .passed, .passed, .passed, .decided, .notReached, .notReached,
      ])
  }

  @Test func `without a unit there are no hash values`() throws {
    let explanation = CompiledExperiment(try experiment()).explain(attributes: .none)
    #expect(explanation.decision.reason == .noUnit)
    #expect(explanation.unit == nil && explanation.hashValue == nil && explanation.namespace?.value == nil)
    #expect(explanation.attributes.map(\.path) == ["country", "age"])
    #expect(explanation.attributes.compactMap(\.value).isEmpty)
  }

  @Test(arguments: [
    ("u2", true), ("", true), ("u\u{7F}~", true), ("u\u{80}", false), ("é", false), ("e\u{301}", false),
    ("회원-2", false), ("😀", false),
  ])
  func `a unit is portable when it is ASCII`(unit: String, isPortable: Bool) throws {
    #expect(CompiledExperiment(try experiment()).explain(unit: unit).isPortable == isPortable)
  }

  @Test func `seed, key and namespace are portable when they are ASCII`() throws {
    let changes: [(inout Experiment) -> Void] = [
      { $0.seed = "가격" }, { $0.key = "précis" },
      {
        $0.key = "précis"
        $0.seed = "price"
      }, { $0.namespace = Namespace(id: "prix-d’été", from: 0, to: 1) },
    ]
    for change in changes {
      var changed = try experiment()
      change(&changed)
      let compiled = CompiledExperiment(changed)
      #expect(!compiled.explain(unit: "u2").isPortable)
      #expect(!compiled.explain(attributes: .none).isPortable)
    }
    var seeded = try experiment()
    seeded.seed = "other"
    seeded.namespace = nil
    #expect(CompiledExperiment(seeded).explain(attributes: .none).isPortable)
  }

  @Test func `an explanation has the same decision`() throws {
    let compiled = CompiledExperiment(try experiment())
    for number in 0..<500 {
      let attributes = Attributes([
        "user": .string("u\(number)"), "country": number % 3 == 0 ? "US" : "KR", "age": 30,
      ])
      #expect(compiled.explain(attributes: attributes).decision == compiled.decide(attributes: attributes))
    }
  }

  @Test func `each step has its name`() {
    #expect(
      Explanation.Step.allCases.map(\.rawValue)
        == ["override", "forced", "active", "unit", "namespace", "condition", "coverage"])
    #expect(Explanation.Outcome.notReached.rawValue == "not-reached")
  }
}
