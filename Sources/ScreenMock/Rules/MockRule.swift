package import Assignment
package import JSONText
package import Screens
import SeededRandom

/// What a request is for, as rules match it.
struct MockTarget {
  /// The route of a screen.
  var route: String?
  /// The path of an endpoint, without a slash at its end, which means nothing.
  private(set) var path: String?

  init(route: String? = nil, path: String? = nil) {
    self.route = route
    self.path = path.map { EndpointPath.withoutTrailingSlash($0) }
  }
}

/// A rule of the mock: the requests that it matches, and its effect on their responses.
package struct MockRule: Sendable {
  package let name: String
  /// The document that the rule was read from.
  package let json: JSONValue
  /// The routes that match; nil for all.
  let route: RoutePattern?
  /// The paths of endpoints that match; nil for a rule for screens.
  let path: RoutePattern?
  let condition: Condition?
  /// The number of the one matching request that the rule applies to, from 1; nil for all.
  let nth: Int?
  let probability: Double
  /// The largest number of requests that the rule applies to; nil for no limit.
  let times: Int?
  /// The rank among rules: the lowest comes first, and equal ones are sorted by name.
  let order: Int
  let seed: UInt64
  let effect: MockEffect

  func matches(_ target: MockTarget, _ attributes: Attributes) -> Bool {
    let isMatch =
      if let path {
        target.path.map { path.matches($0) } ?? false
      } else {
        target.route.map { route?.matches($0) ?? true } ?? false
      }
    return isMatch && (condition?.passes(attributes) ?? true)
  }

  /// Decides by ``probability`` whether the rule applies this time.
  func applies(_ random: inout SplitMix64) -> Bool {
    probability >= 1 || Double.random(in: 0..<1, using: &random) < probability
  }

  /// The largest number of rules on a server.
  package static let maximumRules = 1000
  /// The largest size of all rules together, in bytes of JSON.
  package static let maximumBytes = 256 << 10

  var bytes: Int { json.text.utf8.count }

  /// The same rule with the current groups.
  func updated(groups: ConditionGroups, scenarios: [String]) -> MockRule {
    var reader = MockRuleReader(groups: groups, kind: .set(scenarios: scenarios))
    // If a group no longer exists, the rule keeps the old one.
    guard let rule = reader.rule(json, name: name), reader.diagnostics.isEmpty else { return self }
    return rule
  }

  /// Reads a rule.
  /// - Parameters:
  ///   - groups: the groups that conditions can name.
  ///   - scenarios: the names of all scenarios.
  /// - Throws: ``InvalidDocument`` with positions in the document.
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
