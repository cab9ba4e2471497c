package import Assignment
package import JSONText
package import Screens
import SeededRandom

/// A rule of the mock: which requests for screens it is for, and what becomes of their answers.
package struct MockRule: Sendable {
  package let name: String
  /// As it was sent.
  package let json: JSONValue
  /// Nil for all.
  let route: RoutePattern?
  let condition: Condition?
  /// Only the n-th request that matches, counted from 1.
  let nth: Int?
  let probability: Double
  /// At most so many times.
  let times: Int?
  /// Rules of a lower order come first; of the same order, by name.
  let order: Int
  let seed: UInt64
  let effect: MockEffect

  func isFor(_ route: String, _ attributes: Attributes) -> Bool {
    (self.route?.matches(route) ?? true) && (condition?.passes(attributes) ?? true)
  }

  /// Whether chance lets it happen this time.
  func happens(_ random: inout SplitMix64) -> Bool {
    probability >= 1 || Double.random(in: 0..<1, using: &random) < probability
  }

  /// The rules there may be at a time.
  package static let maximumRules = 1000
  /// Bytes of the JSON of all of them.
  package static let maximumBytes = 256 << 10

  var bytes: Int { json.text.utf8.count }

  /// The same rule with other groups.
  func reread(groups: ConditionGroups, scenarios: [String]) -> MockRule {
    var reader = MockRuleReader(groups: groups, kind: .set(scenarios: scenarios))
    // A group that is gone leaves the rule as it is.
    guard let rule = reader.rule(json, name: name), reader.diagnostics.isEmpty else { return self }
    return rule
  }

  /// Reads a rule.
  /// - Parameters:
  ///   - groups: for conditions that name them.
  ///   - scenarios: those that it may name.
  /// - Throws: ``InvalidDocument`` with places in the document.
  package static func read(
    _ document: JSONDocument, name: String, groups: ConditionGroups, scenarios: [String]
  ) throws(InvalidDocument) -> MockRule {
    var reader = MockRuleReader(groups: groups, kind: .set(scenarios: scenarios))
    let rule = reader.rule(document.value, name: name)
    guard let rule, reader.diagnostics.isEmpty else {
      reader.locate(in: document)
      throw InvalidDocument(reader.diagnostics)
    }
    return rule
  }
}
