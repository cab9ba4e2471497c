import JSONText
import Testing

@testable import Assignment

@Suite struct ExperimentErrorTests {
  private func errors(_ change: (inout Experiment) -> Void) -> [String] {
    var experiment = Experiment(
      key: "price", variants: [.init(key: "a", weight: 1), .init(key: "b", weight: 0)])
    change(&experiment)
    return experiment.errors().map { "\($0.code.rawValue) \($0.pointer.description): \($0.message)" }
  }

  @Test func `a valid experiment has no errors`() {
    #expect(errors { _ in }.isEmpty)
    #expect(
      errors {
        $0.coverage = 0
        $0.namespace = Namespace(id: "n", from: 0, to: 1)
        $0.force = [.init(unit: "u", variant: "b")]
      }.isEmpty)
  }

  @Test func `each error has its code, place and message`() {
    let found = errors {
      $0.variants = [.init(key: "a", weight: -1), .init(key: "a", weight: .nan)]
      $0.coverage = 1.5
      $0.namespace = Namespace(id: "n", from: 0.5, to: 0.4)
      $0.force = [.init(unit: "u/1", variant: "z")]
    }
    #expect(
      found == [
        "invalid-value /variants/0/weight: a weight must be 0 or more",
        "duplicate-name /variants/1/key: repeated variant \"a\"",
        "invalid-value /variants/1/weight: a weight must be 0 or more",
        "invalid-value /coverage: coverage is a number from 0 to 1",
        "invalid-value /namespace: a namespace's start and end must be from 0 to 1, and its start not above its end",
        "unknown-variant /force/u~11: unknown variant \"z\"",
      ])
  }

  @Test func `an experiment has from 2 variants to the limit`() {
    func numbered(_ count: Int) -> [String] {
      errors { $0.variants = (0..<count).map { Experiment.Variant(key: "v\($0)") } }
    }
    #expect(numbered(1) == ["invalid-value /variants: an experiment has at least 2 variants"])
    #expect(numbered(100).isEmpty)
    #expect(numbered(101) == ["invalid-value /variants: an experiment has at most 100 variants"])
  }

  @Test func `at least one weight is above 0`() {
    #expect(
      errors { $0.variants = [.init(key: "a", weight: 0), .init(key: "b", weight: 0)] }
        == ["invalid-value /variants: at least one variant has a weight above 0"])
  }
}
