import JSONText
import Testing

@testable import Assignment

/// A condition, attributes, and whether the condition passes for them.
struct ConditionExample: Sendable, CustomTestStringConvertible {
  let condition: String
  let attributes: String
  let passes: Bool

  init(_ condition: String, _ attributes: String, _ passes: Bool) {
    self.condition = condition
    self.attributes = attributes
    self.passes = passes
  }

  var testDescription: String { "\(condition) of \(attributes)" }

  static let groups = ConditionGroups([
    (name: "staff", values: ["ann", "bob", 7, true, nil]),
    (
      name: "many",
      values: (0..<1000).map { .string("id-\($0)") } + (0..<1000).map { .number(JSONNumber($0)) }
    ),
    (name: "nobody", values: []),
  ])

  /// Checks both `passes` and `verdict`, which must agree.
  func check(_ strictness: Condition.Strictness = .strict) throws {
    let compiled = try Condition(
      JSONParser.parse(condition), groups: Self.groups, strictness: strictness, patterns: SwiftPattern.compile
    )
    let attributes = Attributes(try #require(try JSONParser.parse(self.attributes).objectValue))
    #expect(compiled.passes(attributes) == passes)
    #expect(compiled.verdict(attributes).passes == passes)
  }
}
