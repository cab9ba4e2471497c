import AdminModel
import HTTPWire
import JSONText
import ScreenMock
import Screens

/// The scenario of the server: `/admin/mock/scenario`.
enum MockScenarioEndpoints {
  static let all: [Endpoint] = [get, set, clear]

  static let get = Endpoint(
    .get, "/admin/mock/scenario", "getScenario", .mock, "Gets the active scenario and the list of all",
    access: .token(.read), responses: [.json("The scenarios", Scenarios.self)], validation: .entityTag
  ) { api in .json(api.serving.mock.listedScenarios) }

  static let set = Endpoint(
    .put, "/admin/mock/scenario", "setScenario", .mock, "Activates a scenario; null deactivates it",
    access: .mock, effect: .stores,
    reading: .author, .precondition,
    .body(
      .named("ScenarioRequest", .closedObject(.required("name", .string.orNull))),
      "The name of the scenario, or null."),
    responses: [.json("The scenarios", Scenarios.self)], problems: [.mockOff, .scenarioDoesNotApply]
  ) { (api, author, precondition, body) throws(ScreensError) in
    let mock = api.serving.mock
    guard !mock.isOff else { return Problem.mockIsOff.response }
    let changes = api.mockChanges(by: author, precondition)
    guard let name = try api.scenarioName(in: body) else {
      try changes.switchOff()
      return .json(mock.listedScenarios)
    }
    do throws(MockChanges.Refusal) {
      try changes.switchOn(name)
      return .json(mock.listedScenarios)
    } catch {
      return try error.response()
    }
  }

  static let clear = Endpoint(
    .delete, "/admin/mock/scenario", "clearScenario", .mock, "Deactivates the active scenario", access: .mock,
    effect: .stores,
    reading: .author, .precondition, responses: [.json("The scenarios", Scenarios.self)]
  ) { (api, author, precondition) throws(ScreensError) in
    try api.mockChanges(by: author, precondition).switchOff()
    return .json(api.serving.mock.listedScenarios)
  }
}

extension Mock {
  /// The active scenario and all others, as the API lists them.
  var listedScenarios: Scenarios {
    Scenarios(
      name: currentScenario,
      scenarios: scenarios.map { .init(name: $0.name, description: $0.description) })
  }

  /// The error that no scenario has the name in a body.
  func unknownScenario(_ name: String) -> Diagnostic {
    Diagnostic(
      .invalidValue, at: JSONPointer(tokens: ["name"]), "there is no scenario \(quoted(name))",
      hint: NearestName.hint(for: name, among: scenarioNames)
        ?? "a scenario is a file, _scenarios/\(name.prefix(80)).json")
  }
}

extension ScreenAPI {
  /// The name in `{"name": "empty"}`; nil for null.
  fileprivate func scenarioName(in body: [UInt8]) throws(ScreensError) -> String? {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "the body", allowed: ["name"], &diagnostics)
    var name: String?
    if let value = members?.required("name", of: "the body", &diagnostics), value != .null {
      name = members?.string("name", &diagnostics)
    }
    if let name, serving.mock.scenario(name) == nil {
      diagnostics.add(serving.mock.unknownScenario(name))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return name
  }
}
