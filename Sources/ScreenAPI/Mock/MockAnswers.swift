import HTTPWire
import JSONText
import ScreenMock
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
      guard !mock.isOff else { return Self.mockIsOff }
      guard let isNew = mock.set(try rule(name, body)) else {
        return Problem(
          422, "too-many", "There are too many rules",
          "there are at most \(MockRule.maximumRules) rules, of \(MockRule.maximumBytes) bytes together"
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

  private static let mockIsOff = Problem(
    409, "mock-off", "The mock is off", "the server was started with --no-mock"
  ).response

  // MARK: Scenarios

  /// `GET`, `PUT` and `DELETE /admin/mock/scenario`: which one is on, and which there are.
  func mockScenario(
    _ request: borrowing HTTPRequest, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    let mock = serving.mock
    switch request.method {
    case .put:
      guard !mock.isOff else { return Self.mockIsOff }
      let name = try scenarioName(in: body)
      if let scenario = name.flatMap({ mock.scenario($0) }) {
        let found = scenario.diagnostics(for: publisher.screens, catalogue: publisher.catalogue)
        guard found.isEmpty else { throw .scenarioDoesNotApply(scenario.name, found) }
      }
      _ = mock.switchOn(name)
    case .delete: _ = mock.switchOn(nil)
    default: break
    }
    return Self.json([
      "name": mock.currentScenario.map { .string($0) } ?? JSONValue.null,
      "scenarios": .array(
        mock.scenarios.map { scenario in
          var object: JSONObject = ["name": .string(scenario.name)]
          if let description = scenario.description { object["description"] = .string(description) }
          return .object(object)
        }),
    ])
  }

  /// `{"name": "empty"}`; null for none.
  private func scenarioName(in body: [UInt8]) throws(ScreensError) -> String? {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a choice of scenario", allowed: ["name"], &diagnostics)
    var name: String?
    if let value = members?.required("name", of: "a choice of scenario", &diagnostics), value != .null {
      name = members?.string("name", &diagnostics)
    }
    if let name, serving.mock.scenario(name) == nil {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["name"]), "there is no scenario \(quoted(name))",
          hint: NearestName.hint(for: name, among: serving.mock.scenarioNames)
            ?? "a scenario is a file, _scenarios/\(name.prefix(80)).json"))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return name
  }

  // MARK: Rules

  private func rule(_ name: String, _ body: [UInt8]) throws(ScreensError) -> MockRule {
    let document = try JSONDocument(body: body)
    do throws(InvalidDocument) {
      return try MockRule.read(
        document, name: name, groups: publisher.catalogue.groups, scenarios: serving.mock.scenarioNames)
    } catch {
      throw .invalidBody(error.diagnostics)
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
