import Assignment
import HTTPWire
import JSONText
import Screens

/// A rule of the mock: which requests for screens it is for, and what becomes of their answers.
struct MockRule: Sendable {
  let name: String
  /// As it was sent.
  let json: JSONValue
  /// `home`, `menu/*` or `*`; nil for all.
  let route: String?
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

  func isFor(_ route: String) -> Bool {
    guard let pattern = self.route, pattern != "*" else { return true }
    guard pattern.hasSuffix("/*") else { return pattern == route }
    return route.hasPrefix(pattern.dropLast())
  }

  /// The rules there may be at a time.
  static let maximumRules = 1000

  /// Reads a rule.
  /// - Parameter groups: for conditions that name them.
  /// - Throws: ``ScreensError`` with places in the text.
  static func read(
    _ text: [UInt8], name: String, groups: ConditionGroups
  ) throws(ScreensError) -> MockRule {
    let document = try JSONDocument(body: text)
    var reader = MockRuleReader(groups: groups)
    let rule = reader.rule(document.value, name: name)
    guard let rule, reader.diagnostics.isEmpty else {
      reader.locate(in: document)
      throw .invalidBody(reader.diagnostics)
    }
    return rule
  }
}
