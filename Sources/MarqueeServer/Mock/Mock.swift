import JSONText
import ScreenAPI
import ScreenMock
import Screens

extension Marquee {
  /// The mock of a server: rules and scenarios that change its responses with screens, and endpoints that answer the
  /// other requests of an app.
  ///
  /// A change does the same as a request to `/admin/mock`, is recorded in the audit, and applies to all requests that
  /// come after it. Rules and endpoints are not stored: they end with the server. See <doc:TestAnApp> and
  /// <doc:MockABackend>.
  public struct Mock: Sendable {
    private let changes: MockChanges
    private let mock: ScreenMock.Mock
    private let writes: WorkLanes

    init(_ changes: MockChanges, of mock: ScreenMock.Mock, writes: WorkLanes) {
      self.changes = changes
      self.mock = mock
      self.writes = writes
    }

    // MARK: Rules

    /// The names of all rules, in the order in which they are tried.
    public var rules: [String] { mock.rules.map(\.name) }

    /// Sets a rule, in place of the one with the same name. Its counters start at zero.
    /// - Throws: ``MockError`` if the rule is invalid, there are too many rules, the mock is off, or the audit cannot be
    ///   stored.
    public func set(_ name: String, to rule: MockRule) async throws(MockError) {
      guard Name.isValid(name) else {
        throw MockError("a rule cannot be named \(quoted(name)); write \(Name.rule)")
      }
      let body = Array(try rule.json.text.utf8)
      try await change { () throws(MockChanges.Refusal) in _ = try changes.set(name, body) }
    }

    /// Removes a rule.
    /// - Returns: whether there was one of this name.
    @discardableResult
    public func remove(_ name: String) async throws(MockError) -> Bool {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { return try changes.remove(name) } catch { throw .screens(error) }
      }
    }

    /// Removes all rules.
    public func removeAll() async throws(MockError) {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { try changes.removeAll() } catch { throw .screens(error) }
      }
    }

    // MARK: Endpoints

    /// The names of all endpoints: those that were set, and the files of `_endpoints/` in the folder of screens.
    public var endpoints: [String] { mock.backend.endpoints.map(\.name) }

    /// Sets an endpoint, in place of the one with the same name.
    /// - Throws: ``MockError`` if the endpoint is invalid, there are too many endpoints, the mock is off, or the audit
    ///   cannot be stored.
    public func setEndpoint(_ name: String, to endpoint: MockEndpoint) async throws(MockError) {
      guard Name.isValid(name) else {
        throw MockError("an endpoint cannot be named \(quoted(name)); write \(Name.rule)")
      }
      let body = Array(try endpoint.json.text.utf8)
      try await change { () throws(MockChanges.Refusal) in _ = try changes.setEndpoint(name, body) }
    }

    /// Removes an endpoint that was set. A file of its name answers again.
    /// - Returns: whether there was one of this name.
    @discardableResult
    public func removeEndpoint(_ name: String) async throws(MockError) -> Bool {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { return try changes.removeEndpoint(name) } catch { throw .screens(error) }
      }
    }

    /// Removes all endpoints that were set.
    public func removeAllEndpoints() async throws(MockError) {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { try changes.removeAllEndpoints() } catch { throw .screens(error) }
      }
    }

    /// The object that responses of endpoints read and set.
    public var state: JSON { JSON(.object(mock.backend.stored.object)) }

    /// Empties the state, and gives the collections their seeds again.
    public func resetState() async throws(MockError) {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { try changes.resetState() } catch { throw .screens(error) }
      }
    }

    // MARK: Scenarios

    /// The names of all scenarios: the files of `_scenarios/` in the folder of screens.
    public var scenarios: [String] { mock.scenarioNames }

    /// The name of the scenario that is on; nil if none is.
    public var scenario: String? { mock.currentScenario }

    /// Switches a scenario on, from its beginning.
    /// - Throws: ``MockError`` if there is no such scenario, it does not fit the screens, or the mock is off.
    public func switchOn(_ scenario: String) async throws(MockError) {
      try await change { () throws(MockChanges.Refusal) in try changes.switchOn(scenario) }
    }

    /// Switches the scenario off that is on.
    public func switchOff() async throws(MockError) {
      try await change { () throws(MockChanges.Refusal) in
        do throws(ScreensError) { try changes.switchOff() } catch { throw .screens(error) }
      }
    }

    /// Makes a change on the queue of writers, because it waits for the store.
    private func change<Value: Sendable>(
      _ body: @escaping @Sendable () throws(MockChanges.Refusal) -> Value
    ) async throws(MockError) -> Value {
      let outcome = await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Value, MockChanges.Refusal>, Never>) in
        writes.add { continuation.resume(returning: Result(catching: body)) }
      }
      switch outcome {
      case .success(let value): return value
      case .failure(.mockIsOff): throw MockError("the mock is off; set hasMock in the configuration")
      case .failure(let refusal): throw MockError(refusal.message)
      }
    }
  }
}
