import AdminModel
import HTTPWire
import JSONText
import ScreenChaos
import ScreenMock
import Screens

/// The rules of the mock: `/admin/mock/rules`.
enum MockRuleEndpoints {
  static let all: [Endpoint] = [list, deleteAll, get, set, delete]

  static let list = Endpoint(
    .get, "/admin/mock/rules", "listMockRules", .mock, "The rules of the mock", access: .token(.read),
    responses: [.json("The rules", .rules)], validation: .entityTag
  ) { api in .json(api.serving.mock.listed) }

  static let deleteAll = Endpoint(
    .delete, "/admin/mock/rules", "deleteMockRules", .mock, "Deletes all rules", access: .mock,
    effect: .stores,
    reading: .author, .precondition, responses: [.json("No rules", .rules)]
  ) { (api, author, precondition) throws(ScreensError) in
    try api.mockChanges(by: author, precondition).removeAll()
    return .json(api.serving.mock.listed)
  }

  static let get = Endpoint(
    .get, "/admin/mock/rules/{name}", "getMockRule", .mock, "A rule of the mock", access: .token(.read),
    reading: .ruleName, responses: [.json("The rule", .namedRule)], problems: [.unknownRule],
    validation: .entityTag
  ) { api, name in
    guard let rule = api.serving.mock.rule(name) else { return api.unknownRule(name) }
    return .json(rule.named)
  }

  static let set = Endpoint(
    .put, "/admin/mock/rules/{name}", "setMockRule", .mock, "Sets a rule of the mock", access: .mock,
    effect: .stores,
    reading: .ruleName, .author, .precondition, .body(.rule, "What the rule matches, and what it does."),
    responses: [
      .json("The rule was changed", MockRuleReference.self),
      .json(201, "The rule was made", MockRuleReference.self),
    ], problems: [.mockOff, .tooMany]
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    do throws(MockChanges.Refusal) {
      let isNew = try api.mockChanges(by: author, precondition).set(name, body)
      return .json(MockRuleReference(name: name), isNew ? 201 : 200)
    } catch {
      return try error.response()
    }
  }

  static let delete = Endpoint(
    .delete, "/admin/mock/rules/{name}", "deleteMockRule", .mock, "Deletes a rule of the mock",
    access: .mock, effect: .stores, reading: .ruleName, .author, .precondition,
    responses: [.json("The rule was deleted", MockRuleReference.self)],
    problems: [.unknownRule]
  ) { (api, name, author, precondition) throws(ScreensError) in
    guard try api.mockChanges(by: author, precondition).remove(name) else { return api.unknownRule(name) }
    return .json(MockRuleReference(name: name))
  }
}

extension Endpoint.Access {
  /// The mock of the server changes what all apps get, as a publication does; that of a session, what one test gets.
  static let mock = Endpoint.Access.token(.publish, inSession: .edit)
}

extension Problem {
  static let mockIsOff = Problem(.mockOff, "the server was started with --no-mock")
  static let tooManyRules = Problem(
    .tooMany, "there are at most \(MockRule.maximumRules) rules, of \(MockRule.maximumBytes) bytes together")
  static let tooManyEndpoints = Problem(
    .tooMany,
    "there are at most \(MockEndpoint.maximumEndpoints) endpoints, and those that requests set take \(MockEndpoint.maximumBytes) bytes of memory together"
  )
}

extension MockChanges.Refusal {
  /// The response to a request whose change is refused.
  /// - Throws: an error of the domain, which the endpoint responds to.
  func response() throws(ScreensError) -> HTTPResponse {
    switch self {
    case .mockIsOff: Problem.mockIsOff.response
    case .tooManyRules: Problem.tooManyRules.response
    case .tooManyEndpoints: Problem.tooManyEndpoints.response
    case .screens(let error): throw error
    }
  }
}

extension Parameter where Value == String {
  fileprivate static var ruleName: Self {
    path("name", "The name of a rule.", .name) { Name.isValid($0) ? $0 : nil }
  }
}

extension ScreenAPI {
  /// The changes of the mock that a request asks for.
  func mockChanges(by author: Author, _ precondition: AdminPrecondition) -> MockChanges {
    MockChanges(of: serving.mock, publisher, by: author, precondition)
  }

  fileprivate func unknownRule(_ name: String) -> HTTPResponse {
    let nearest = NearestName.to(name, among: serving.mock.rules.map(\.name))
    return Problem(
      .unknownRule,
      "the mock has no rule \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    ).response
  }
}

// MARK: JSON

extension Schema {
  private static let ruleMembers: [Member] = [
    .optional(
      "match",
      .named(
        "MockMatch",
        .closedObject(
          .optional(
            "route", .string, "A route; * stands for any characters but a slash, ** for any characters."),
          .optional(
            "path", .string, "A path of endpoints, in place of a route; * and ** stand for any characters."),
          .optional("condition", .condition), .optional("nth", .integer(from: 1)),
          .optional("probability", .number(from: 0, through: 1)), .optional("times", .integer(from: 0))))),
    .optional("order", .integer(from: .min), "The lowest is first."), .optional("seed", .integer(from: 0)),
    .optional(
      "delay",
      .anyOf([
        .integer(from: 0, through: MockDelay.maximum),
        .closedObject(
          .required("from", .integer(from: 0, through: MockDelay.maximum)),
          .required("to", .integer(from: 0, through: MockDelay.maximum))),
        .closedObject(.required("median", .number(from: 0)), .required("sigma", .number(from: 0))),
      ]), "Milliseconds: a number, a range, or a lognormal distribution."),
    .optional("bytesPerSecond", .integer(from: 1)), .optional("status", .integer(from: 200, through: 599)),
    .optional("fault", .choice(MockFault.all.map(\.name))),
    .optional("chaos", .choice(ChaosKind.allCases.map(\.rawValue))), .optional("scenario", .string),
  ]

  fileprivate static let rule = Schema.named("MockRule", .closedObject(ruleMembers))
  fileprivate static let namedRule = Schema.named(
    "NamedMockRule", .object([.required("name", .string)] + ruleMembers))
  fileprivate static let rules = Schema.object(.required("rules", .array(namedRule)))
}

extension Mock {
  /// All rules, as the API lists them.
  var listed: JSONValue { ["rules": .array(rules.map(\.named))] }
}

extension MockRule {
  /// The rule as it was sent, with its name in front.
  var named: JSONValue {
    var object: JSONObject = ["name": .string(name)]
    for member in json.objectValue ?? [:] { object[member.name] = member.value }
    return .object(object)
  }
}
