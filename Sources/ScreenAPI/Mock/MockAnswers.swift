import HTTPWire
import JSONText
import Screens

/// The rules of the mock.
extension ScreenAPI {
  /// `GET` and `DELETE /admin/mock/rules`.
  func mockRules(_ request: borrowing HTTPRequest) -> HTTPResponse {
    if request.method == .delete { serving.mock.removeAll() }
    return Self.json(["rules": .array(serving.mock.rules.map(\.named))])
  }

  /// `GET`, `PUT` and `DELETE /admin/mock/rules/{name}`.
  func mockRule(
    _ name: String, _ request: borrowing HTTPRequest, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let mock = serving.mock
    switch request.method {
    case .put:
      guard !mock.isOff else {
        return Problem(409, "mock-off", "The mock is off", "the server was started with --no-mock").response
      }
      guard let isNew = mock.set(try MockRule.read(body, name: name, groups: publisher.catalogue.groups))
      else {
        return Problem(
          422, "too-many", "There are too many rules", "there are at most \(MockRule.maximumRules) rules"
        ).response
      }
      return Self.json(["name": .string(name)], isNew ? 201 : 200)
    case .delete:
      guard mock.remove(name) else { return unknownRule(name) }
      return Self.json(["name": .string(name)])
    default:
      guard let rule = mock.rule(name) else { return unknownRule(name) }
      return Self.json(rule.named)
    }
  }

  private func unknownRule(_ name: String) -> HTTPResponse {
    let nearest = NearestName.to(name, among: serving.mock.rules.map(\.name))
    return Problem(
      404, "unknown-rule", "There is no such rule",
      "the mock has no rule \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    ).response
  }
}

extension MockRule {
  /// The rule as it was sent, with its name in front.
  fileprivate var named: JSONValue {
    var object: JSONObject = ["name": .string(name)]
    for member in json.objectValue ?? [:] { object[member.name] = member.value }
    return .object(object)
  }
}
