package import JSONText
import Screens
import Synchronization

/// The endpoints of a server or a session, with what they have stored.
package final class MockBackend: Sendable {
  struct State: Sendable {
    /// The endpoints of files.
    var files: [MockEndpoint] = []
    /// Those that requests have set.
    var added: [MockEndpoint] = []
    /// A new one makes new collections of what has changed.
    var table = MockEndpointTable() { didSet { revision &+= 1 } }
    var stored = MockState() { didSet { revision &+= 1 } }
    /// A number that every change raises.
    private(set) var revision = 0
  }

  /// Why an endpoint is not set.
  package enum Refusal: Error {
    /// There are too many, or they are too large together.
    case tooMany
    /// No request can tell it apart from another one that was set.
    case isSame(as: MockEndpoint)
  }

  /// Whether only screens at addresses of the app's own answer, because the mock is off.
  private let hasScreensOnly: Bool
  private let state: Mutex<State>
  private let count: Atomic<Int>

  init(hasScreensOnly: Bool) {
    self.hasScreensOnly = hasScreensOnly
    state = Mutex(State())
    count = Atomic(0)
  }

  /// The same endpoints, with a copy of the object of the state and with the seeds of the collections.
  init(forking other: MockBackend) {
    hasScreensOnly = other.hasScreensOnly
    var copy = other.state.withLock { $0 }
    copy.stored = MockState(forking: copy.stored)
    count = Atomic(copy.table.endpoints.count)
    state = Mutex(copy)
  }

  package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// All endpoints that answer, sorted by name.
  package var endpoints: [MockEndpoint] {
    state.withLock { $0.table.endpoints }.sorted { $0.name < $1.name }
  }

  package func endpoint(_ name: String) -> MockEndpoint? {
    state.withLock { $0.table.endpoints.first { $0.name.hasSameScalars(as: name) } }
  }

  // MARK: Endpoints of requests

  /// Why an endpoint cannot be added; nil if it can.
  package func refusal(of endpoint: MockEndpoint) -> Refusal? {
    let entries = MockEndpointTable.entries(of: endpoint)
    return state.withLock { state in
      let others = state.added.filter { $0.name != endpoint.name }
      let same = others.first { other in
        MockEndpointTable.entries(of: other).contains { old in entries.contains { $0.isSame(as: old) } }
      }
      if let same { return .isSame(as: same) }
      let isNew = !state.table.endpoints.contains { $0.name == endpoint.name }
      let bytes = others.reduce(endpoint.bytes) { $0 + $1.bytes }
      let hasRoom =
        bytes <= MockEndpoint.maximumBytes
        && (!isNew || state.table.endpoints.count < MockEndpoint.maximumEndpoints)
      return hasRoom ? nil : .tooMany
    }
  }

  /// Adds an endpoint, in place of one with the same name that was added before, or of the file with this name.
  /// - Returns: whether there was none of this name.
  package func add(_ endpoint: MockEndpoint) -> Bool {
    state.withLock { state in
      let isNew = !state.table.endpoints.contains { $0.name == endpoint.name }
      state.added.removeAll { $0.name == endpoint.name }
      state.added.append(endpoint)
      update(&state)
      return isNew
    }
  }

  /// Removes an endpoint that was added. A file of its name answers again.
  /// - Returns: whether there was one.
  package func remove(_ name: String) -> Bool {
    state.withLock { state in
      guard state.added.contains(where: { $0.name == name }) else { return false }
      state.added.removeAll { $0.name == name }
      update(&state)
      return true
    }
  }

  /// Removes all endpoints that were added.
  package func removeAdded() {
    state.withLock { state in
      state.added = []
      update(&state)
    }
  }

  /// Reads all endpoints again after the groups in their conditions have changed.
  func update(_ catalogue: Catalogue) {
    let all = state.withLock { $0.files + $0.added }
    guard !all.isEmpty else { return }
    var updated: [String: MockEndpoint] = [:]
    for endpoint in all {
      let new = try? EndpointReader.updated(endpoint, catalogue)
      updated[endpoint.key] = new ?? endpoint
    }
    state.withLock { state in
      // One that was set meanwhile is read with the new groups already.
      func current(_ endpoint: MockEndpoint) -> MockEndpoint {
        guard let new = updated[endpoint.key], new.json == endpoint.json else { return endpoint }
        return new
      }
      state.files = state.files.map(current)
      state.added = state.added.map(current)
      update(&state)
    }
  }

  /// Rebuilds the table. A collection whose document is unchanged keeps its items.
  private func update(_ state: inout State) {
    let names = Set(state.added.map(\.name))
    let all = state.added + state.files.filter { !names.contains($0.name) }
    let old = state.table.endpoints
    state.table = MockEndpointTable(all)
    let now = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    for endpoint in old where now[endpoint.name]?.json != endpoint.json { state.stored.reset(endpoint.name) }
    count.store(all.count, ordering: .releasing)
  }

  // MARK: Endpoints of files

  /// Replaces the endpoints of files.
  /// - Parameter isKept: whether to keep an endpoint that is not among the new ones, by its name, because its file is
  ///   invalid now.
  /// - Returns: the names of endpoints beyond the limit, which are not added.
  package func set(_ endpoints: [MockEndpoint], keeping isKept: (String) -> Bool) -> [String] {
    let answering = endpoints.filter { !hasScreensOnly || $0.isScreen }
    let names = Set(answering.map(\.name))
    return state.withLock { state in
      let room = max(0, MockEndpoint.maximumEndpoints - state.added.count)
      var all = answering.prefix(room)
      let rejected = answering.dropFirst(room).map(\.name)
      for endpoint in state.files
      where !names.contains(endpoint.name) && isKept(endpoint.name)
        && all.count < room
      {
        let entries = MockEndpointTable.entries(of: endpoint)
        let isTaken = all.contains { other in
          MockEndpointTable.entries(of: other).contains { new in entries.contains { $0.isSame(as: new) } }
        }
        if !isTaken { all.append(endpoint) }
      }
      state.files = Array(all)
      update(&state)
      return rejected
    }
  }

  // MARK: State

  /// The object of the state, and the collections with their items.
  package var stored: (object: JSONObject, collections: [(endpoint: MockEndpoint, items: [JSONObject])]) {
    state.withLock { state in
      (
        state.stored.object,
        state.table.endpoints.filter { $0.collection != nil }.map { ($0, state.stored.items(of: $0)) }
      )
    }
  }

  /// Empties the state, and gives the collections their seeds again.
  package func reset() { state.withLock { $0.stored.reset() } }

  /// Why the object of the state and the items of collections cannot be replaced; nil if they can.
  package func refusal(
    of object: JSONObject?, _ collections: [(name: String, items: [JSONObject])]
  ) -> MockState.Refusal? {
    var copy = state.withLock { $0 }
    do throws(MockState.Refusal) {
      try copy.store(object, collections)
      return nil
    } catch {
      return error
    }
  }

  /// Replaces the object of the state, and the items of collections.
  /// - Parameter collections: by the name of the endpoint, valid for its schema.
  package func store(_ object: JSONObject?, _ collections: [(name: String, items: [JSONObject])])
    throws(MockState.Refusal)
  {
    try state.withLock { state throws(MockState.Refusal) in try state.store(object, collections) }
  }

  // MARK: Requests

  /// The endpoints, and the object of the state.
  var snapshot: (table: MockEndpointTable, object: JSONObject) {
    state.withLock { ($0.table, $0.stored.object) }
  }

  /// Whether an endpoint has a path.
  package func hasMatch(_ path: [String], method: String) -> Bool {
    !isEmpty && state.withLock { $0.table }.hasMatch(path, method: method)
  }

  /// The largest number of attempts to answer a request. An attempt fails if another request changes the state meanwhile.
  private static let maximumAttempts = 8

  /// Answers a request, and changes the state as its response says.
  ///
  /// Conditions and templates can take long, so a copy of the state decides, and no other request waits for that.
  /// - Parameter effect: the effect of the mock's rules on the response to a request with these values. A response that
  ///   it replaces changes nothing.
  func answer(_ request: BackendRequest, _ effect: (EndpointValues) -> Mock.Applied) -> BackendAnswer {
    // Rules count each request once.
    var known: Mock.Applied?
    func applied(_ values: EndpointValues) -> Mock.Applied {
      let applied = known ?? effect(values)
      known = applied
      return applied
    }
    return SchemaOperator.withBudget {
      for _ in 1..<Self.maximumAttempts {
        var copy = state.withLock { $0 }
        let revision = copy.revision
        let answer = copy.answer(request, applied)
        if copy.revision == revision { return answer }
        let isKept = state.withLock { state in
          guard state.revision == revision else { return false }
          state.stored = copy.stored
          return true
        }
        if isKept { return answer }
      }
      return state.withLock { $0.answer(request, applied) }
    }
  }

  static func findings(_ schema: ContentSchema, _ document: JSONDocument?) -> Diagnostics {
    var diagnostics = Diagnostics()
    if let document {
      schema.check(document.value, at: .root, &diagnostics)
      diagnostics.locate(in: document)
    } else {
      diagnostics.add(
        Diagnostic(
          .missingMember, at: .root, "the request has no JSON body",
          hint: "send one with Content-Type: application/json"))
    }
    return diagnostics
  }
}
