package import JSONText
import Screens
import Synchronization

/// The endpoints of a server or a session, with what they have stored.
package final class MockBackend: Sendable {
  fileprivate struct State {
    /// The endpoints of files.
    var files: [MockEndpoint] = []
    /// Those that requests have set.
    var added: [MockEndpoint] = []
    var table = MockEndpointTable()
    var stored = MockState()
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

  /// Reads the added endpoints again after the groups in their conditions have changed.
  func update(_ catalogue: Catalogue) {
    let added = state.withLock { $0.added }
    guard !added.isEmpty else { return }
    let updated = added.map { endpoint in
      (try? EndpointReader.updated(endpoint, catalogue)) ?? endpoint
    }
    state.withLock { state in
      // One that was set meanwhile has the new groups.
      guard state.added.map(\.json) == added.map(\.json) else { return }
      state.added = updated
      update(&state)
    }
  }

  /// Makes the table anew. A collection whose document is unchanged keeps its items.
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
      var all = answering.prefix(MockEndpoint.maximumEndpoints)
      let rejected = answering.dropFirst(MockEndpoint.maximumEndpoints).map(\.name)
      for endpoint in state.files
      where !names.contains(endpoint.name) && isKept(endpoint.name)
        && all.count < MockEndpoint.maximumEndpoints
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

  /// Replaces the object of the state, and the items of collections.
  /// - Parameter collections: by the name of the endpoint, valid for its schema.
  package func store(_ object: JSONObject?, _ collections: [(name: String, items: [JSONObject])])
    throws(MockState.Refusal)
  {
    try state.withLock { state throws(MockState.Refusal) in
      var stored = state.stored
      if let object { try stored.replace(object) }
      for (name, items) in collections {
        guard let endpoint = state.table.endpoints.first(where: { $0.name == name }) else { continue }
        try stored.replace(items, of: endpoint)
      }
      let count = state.table.endpoints.reduce(0) {
        $0 + ($1.collection == nil ? 0 : stored.items(of: $1).count)
      }
      guard count <= MockState.maximumItems else { throw .tooManyItems }
      state.stored = stored
    }
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

  /// Answers a request, and changes the state as its response says.
  /// - Parameter effect: the effect of the mock's rules on the response to a request with these values. A response that
  ///   it replaces changes nothing.
  func answer(_ request: BackendRequest, _ effect: (EndpointValues) -> Mock.Applied) -> BackendAnswer {
    let table = state.withLock { $0.table }
    let matches = table.matches(request.path)
    guard !matches.isEmpty else { return .unknown(nearest: table.nearest(to: request.path)) }
    let candidates = matches.filter { $0.entry.method == request.method }
    guard let first = candidates.first else {
      return .otherMethod(
        MockEndpoint.methods.filter { method in matches.contains { $0.entry.method == method } })
    }
    // Validated outside of the lock, because it takes time.
    let findings = candidates.map { match in
      match.entry.endpoint.bodySchema.map { Self.findings($0, request.document) }
    }
    return state.withLock { state in
      var values = request.values
      values.setState(state.stored.object)
      var invalid: BackendAnswer?
      for (candidate, findings) in zip(candidates, findings) {
        values.setPath(candidate.placeholders)
        let endpoint = candidate.entry.endpoint
        guard endpoint.condition?.holds(values) ?? true else { continue }
        if let findings, !findings.isEmpty {
          invalid = invalid ?? .invalidBody(endpoint, findings)
          continue
        }
        switch endpoint.action {
        case .screen(let address): return .screen(endpoint, address, values)
        case .collection(let collection):
          let applied = effect(values)
          let before = state.stored
          defer { if applied.replacesResponse { state.stored = before } }
          do throws(MockState.Refusal) {
            let answer = try state.answer(candidate, collection, request)
            return .collection(endpoint, answer, applied.merged(with: MockEffect()))
          } catch {
            return .noRoom(endpoint, error.detail)
          }
        case .responses(let responses, let isForwarded):
          guard let response = responses.first(where: { $0.condition?.holds(values) ?? true }) else {
            return isForwarded ? .forwarded(endpoint) : .noResponse(endpoint)
          }
          guard response.fits(values) else {
            return .noRoom(
              endpoint, "a response makes at most \(EndpointResponse.maximumBytes) bytes of its placeholders")
          }
          let rendered = response.rendered(with: values)
          let applied = effect(values)
          if !request.isHead, !applied.replacesResponse, let patch = response.changes?.value(with: values) {
            do throws(MockState.Refusal) {
              try state.stored.merge(patch)
            } catch {
              return .noRoom(endpoint, error.detail)
            }
          }
          return .response(endpoint, rendered, applied.merged(with: response.effect))
        }
      }
      return invalid ?? .noResponse(first.entry.endpoint)
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

extension EndpointResponse {
  /// The response with the values of a request.
  fileprivate func rendered(with values: EndpointValues) -> RenderedResponse {
    let content: RenderedResponse.Content =
      switch self.content {
      case .none: .none
      case .json(let template): .json((template.value(with: values) ?? .null).serialized())
      case .text(let text): .text(text.text(with: values))
      case .asset(let name): .asset(name)
      }
    return RenderedResponse(
      status: status, fields: fields.map { ($0.name, $0.value.text(with: values)) }, content: content)
  }
}

extension MockState.Refusal {
  /// For the problem of the request.
  package var detail: String {
    switch self {
    case .tooManyBytes:
      "the state has at most \(MockState.maximumBytes) bytes; DELETE /admin/mock/state empties it"
    case .tooDeep:
      "the state is nested at most \(JSONParser.defaultDepth) deep; DELETE /admin/mock/state empties it"
    case .tooManyItems:
      "collections have at most \(MockState.maximumItems) items together; DELETE /admin/mock/state restores the seeds"
    }
  }
}

extension MockBackend.State {
  /// Answers a request for a collection.
  fileprivate mutating func answer(
    _ match: MockEndpointTable.Match, _ collection: MockCollection, _ request: BackendRequest
  ) throws(MockState.Refusal) -> CollectionAnswer {
    let endpoint = match.entry.endpoint
    let items = stored.items(of: endpoint)
    let id = match.placeholders.first { $0.name == MockEndpointTable.itemID }?.value ?? ""
    func index(of id: String) -> Int? {
      items.firstIndex { MockCollection.text(ofID: $0[collection.id])?.hasSameScalars(as: id) ?? false }
    }
    switch match.entry.operation {
    case .answer, .list: return .page(CollectionQuery(request.query).page(of: items))
    case .get: return index(of: id).map { .item(items[$0]) } ?? .unknownID(id)
    case .remove:
      guard let place = index(of: id) else { return .unknownID(id) }
      stored.remove(place, from: endpoint)
      return .item(items[place])
    case .create:
      guard var item = request.document?.value.objectValue else { return .invalid(Self.noObject(request)) }
      if item[collection.id] == nil {
        let rest = item
        item = [collection.id: collection.newID(besides: items)]
        for member in rest { item[member.name] = member.value }
      }
      guard let id = MockCollection.text(ofID: item[collection.id]) else {
        return .invalid(Self.invalidID(collection, request))
      }
      if index(of: id) != nil { return .takenID(id) }
      if let invalid = Self.findings(collection, item, request) { return .invalid(invalid) }
      try stored.append(item, to: endpoint, count: itemCount)
      return .created(item, id: id)
    case .replace, .merge:
      guard let place = index(of: id) else { return .unknownID(id) }
      guard let body = request.document?.value.objectValue else { return .invalid(Self.noObject(request)) }
      var item = body
      if case .merge = match.entry.operation {
        item = items[place]
        for member in body { item[member.name] = member.value }
      }
      // The path names the item, whatever the body says.
      item[collection.id] = items[place][collection.id]
      if let invalid = Self.findings(collection, item, request) { return .invalid(invalid) }
      try stored.replace(place, with: item, in: endpoint)
      return .item(item)
    }
  }

  private var itemCount: Int {
    table.endpoints.reduce(0) { $0 + ($1.collection == nil ? 0 : stored.items(of: $1).count) }
  }

  /// What is wrong with an item; nil if it is valid.
  private static func findings(
    _ collection: MockCollection, _ item: JSONObject, _ request: BackendRequest
  ) -> Diagnostics? {
    var diagnostics = Diagnostics()
    collection.schema?.check(.object(item), at: .root, &diagnostics)
    if let document = request.document { diagnostics.locate(in: document) }
    return diagnostics.isEmpty ? nil : diagnostics
  }

  private static func noObject(_ request: BackendRequest) -> Diagnostics {
    finding(.wrongType, at: .root, "the body of an item is a JSON object", request)
  }

  private static func invalidID(_ collection: MockCollection, _ request: BackendRequest) -> Diagnostics {
    finding(
      .wrongType, at: JSONPointer(tokens: [collection.id]), "the id of an item is a string or a number",
      request)
  }

  private static func finding(
    _ code: Diagnostic.Code, at pointer: JSONPointer, _ message: String, _ request: BackendRequest
  ) -> Diagnostics {
    var diagnostics = Diagnostics(Diagnostic(code, at: pointer, message))
    if let document = request.document { diagnostics.locate(in: document) }
    return diagnostics
  }
}
