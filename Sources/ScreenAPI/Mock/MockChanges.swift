import AdminModel
package import JSONText
package import ScreenMock
package import Screens

/// The changes of a mock, each with its entries in the audit. The endpoints of the admin API make them, and programs that
/// embed the server.
package struct MockChanges: Sendable {
  private let mock: Mock
  private let publisher: Publisher
  private let author: Author
  private let precondition: AdminPrecondition

  /// Why a change is not made.
  package enum Refusal: Error {
    case mockIsOff
    /// There are too many rules, or they are too large together.
    case tooManyRules
    /// The same of endpoints.
    case tooManyEndpoints
    case screens(ScreensError)
  }

  /// Changes without a precondition.
  package init(of mock: Mock, _ publisher: Publisher, by author: Author) {
    self.init(of: mock, publisher, by: author, AdminPrecondition(ifMatch: nil, ifNoneMatch: nil))
  }

  init(of mock: Mock, _ publisher: Publisher, by author: Author, _ precondition: AdminPrecondition) {
    self.mock = mock
    self.publisher = publisher
    self.author = author
    self.precondition = precondition
  }

  // MARK: Rules

  /// Sets a rule, in place of the one with the same name.
  /// - Parameter body: the JSON text of the rule.
  /// - Returns: whether the name is new.
  @discardableResult
  package func set(_ name: String, _ body: [UInt8]) throws(Refusal) -> Bool {
    guard !mock.isOff else { throw .mockIsOff }
    let isNew: Bool?
    do throws(ScreensError) {
      let rule = try rule(name, body)
      // Setting an equal rule resets its counters, so this is always a change.
      isNew = try publisher.audit.perform(by: author) { () throws(ScreensError) in
        try precondition.require(mock.rule(name)?.named)
        return .init(mock.hasRoom(for: rule) ? [(.setMockRule, subject: name)] : []) { mock.set(rule) }
      }
    } catch {
      throw .screens(error)
    }
    guard let isNew else { throw .tooManyRules }
    return isNew
  }

  private func rule(_ name: String, _ body: [UInt8]) throws(ScreensError) -> MockRule {
    let document = try JSONDocument(body: body)
    do throws(InvalidDocument) {
      return try MockRule.read(
        document, name: name, groups: publisher.catalogue.groups, scenarios: mock.scenarioNames)
    } catch {
      throw .invalidBody(error.diagnostics)
    }
  }

  /// - Returns: whether there was a rule of this name.
  package func remove(_ name: String) throws(ScreensError) -> Bool {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      let rule = mock.rule(name)
      if let rule { try precondition.require(rule.named) }
      return .init(rule == nil ? [] : [(.deleteMockRule, subject: name)]) { mock.remove(name) }
    }
  }

  package func removeAll() throws(ScreensError) {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(mock.listed)
      return .init(mock.rules.map { (.deleteMockRule, subject: $0.name) }) { mock.removeAll() }
    }
  }

  // MARK: Endpoints

  /// Sets an endpoint, in place of the one with the same name.
  /// - Parameter body: the JSON text of the endpoint.
  /// - Returns: whether the name is new.
  @discardableResult
  package func setEndpoint(_ name: String, _ body: [UInt8]) throws(Refusal) -> Bool {
    guard !mock.isOff else { throw .mockIsOff }
    let outcome: Result<Bool, MockBackend.Refusal>
    let document: JSONDocument
    do throws(ScreensError) {
      document = try JSONDocument(body: body)
      let endpoint = try endpoint(name, document)
      outcome = try publisher.audit.perform(by: author) { () throws(ScreensError) in
        try precondition.require(mock.backend.endpoint(name)?.named)
        if let refusal = mock.backend.refusal(of: endpoint) { return .init([]) { .failure(refusal) } }
        return .init([(.setMockEndpoint, subject: name)]) { .success(mock.backend.add(endpoint)) }
      }
    } catch {
      throw .screens(error)
    }
    do throws(MockBackend.Refusal) {
      return try outcome.get()
    } catch {
      switch error {
      case .tooMany: throw .tooManyEndpoints
      case .isSame(let other):
        var found = Diagnostics(
          Diagnostic(
            .duplicateEndpoint, at: JSONPointer(tokens: ["request", "path"]),
            "no request can tell it apart from the endpoint \(other.name), \(other.title)",
            hint: "give one of them another path, or a \"when\""))
        found.locate(in: document)
        throw .screens(.invalidBody(found))
      }
    }
  }

  private func endpoint(_ name: String, _ document: JSONDocument) throws(ScreensError) -> MockEndpoint {
    do throws(InvalidDocument) {
      var endpoint = try MockEndpoint.read(
        document, name: name, catalogue: publisher.catalogue,
        routes: publisher.screens.all.map(\.route.name))
      endpoint.isAdded = true
      return endpoint
    } catch {
      throw .invalidBody(error.diagnostics)
    }
  }

  /// - Returns: whether a request had set an endpoint of this name.
  package func removeEndpoint(_ name: String) throws(ScreensError) -> Bool {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      let endpoint = mock.backend.endpoint(name).flatMap { $0.isAdded ? $0 : nil }
      if let endpoint { try precondition.require(endpoint.named) }
      return .init(endpoint == nil ? [] : [(.deleteMockEndpoint, subject: name)]) {
        mock.backend.remove(name)
      }
    }
  }

  /// Removes the endpoints that requests have set.
  package func removeAllEndpoints() throws(ScreensError) {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(MockEndpointPage(mock.backend).jsonValue)
      let added = mock.backend.endpoints.filter(\.isAdded)
      return .init(added.map { (.deleteMockEndpoint, subject: $0.name) }) { mock.backend.removeAdded() }
    }
  }

  /// Empties the state of the endpoints, and gives the collections their seeds again.
  package func resetState() throws(ScreensError) {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(mock.backend.described.jsonValue)
      return .init([(.resetMockState, subject: "state")]) { mock.backend.reset() }
    }
  }

  // MARK: Scenarios

  /// Switches a scenario on from its beginning, even if it is on already.
  package func switchOn(_ name: String) throws(Refusal) {
    guard !mock.isOff else { throw .mockIsOff }
    do throws(ScreensError) {
      guard let scenario = mock.scenario(name) else {
        throw .invalidBody(Diagnostics(mock.unknownScenario(name)))
      }
      let found = scenario.diagnostics(for: publisher.screens.all, catalogue: publisher.catalogue)
      guard found.isEmpty else { throw .scenarioDoesNotApply(scenario.name, found) }
      try change([(.setMockScenario, subject: name)], to: name)
    } catch {
      throw .screens(error)
    }
  }

  package func switchOff() throws(ScreensError) {
    try change(mock.currentScenario.map { [(.clearMockScenario, subject: $0)] } ?? [], to: nil)
  }

  private func change(
    _ actions: [(AuditEntry.Action, subject: String)], to name: String?
  ) throws(ScreensError) {
    try publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(mock.listedScenarios.jsonValue)
      return .init(actions) { _ = mock.switchOn(name) }
    }
  }
}

extension MockChanges.Refusal {
  /// The reasons in one line, without positions in a text that nobody has written.
  package var message: String {
    switch self {
    case .screens(.invalidBody(let found)): found.kept.map(\.text).joined(separator: "; ")
    case .screens(let error): Problem(forAdministrator: error).detail
    case .mockIsOff: Problem.mockIsOff.detail
    case .tooManyRules: Problem.tooManyRules.detail
    case .tooManyEndpoints: Problem.tooManyEndpoints.detail
    }
  }
}

extension MockChanges {
  /// The condition that attributes have values, given as in the query of a request.
  package static func condition(_ attributes: [String: String]) -> JSONValue {
    var condition = JSONObject()
    for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
      condition[name] = ScreenQuery.value(text)
    }
    return .object(condition)
  }
}
