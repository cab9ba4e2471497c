package import JSONText
import Screens
import Synchronization

/// The endpoints of a server or a session, with what they have stored.
package final class MockBackend: Sendable {
  fileprivate struct State {
    var table = MockEndpointTable()
    var stored = MockState()
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

  package var endpoints: [MockEndpoint] { state.withLock { $0.table.endpoints } }

  /// Replaces the endpoints. A collection whose document is unchanged keeps its items.
  /// - Parameter isKept: whether to keep an endpoint that is not among the new ones, by its name, because its file is
  ///   invalid now.
  /// - Returns: the names of endpoints beyond the limit, which are not added.
  package func set(_ endpoints: [MockEndpoint], keeping isKept: (String) -> Bool) -> [String] {
    let answering = endpoints.filter { !hasScreensOnly || $0.isScreen }
    let names = Set(answering.map(\.name))
    return state.withLock { state in
      let old = Dictionary(state.table.endpoints.map { ($0.name, $0) }) { first, _ in first }
      var all = answering.prefix(MockEndpoint.maximumEndpoints)
      let rejected = answering.dropFirst(MockEndpoint.maximumEndpoints).map(\.name)
      for endpoint in old.values.sorted(by: { $0.name < $1.name })
      where !names.contains(endpoint.name) && isKept(endpoint.name)
        && all.count < MockEndpoint.maximumEndpoints
      {
        let entries = MockEndpointTable.entries(of: endpoint)
        let isTaken = all.contains { other in
          MockEndpointTable.entries(of: other).contains { new in entries.contains { $0.isSame(as: new) } }
        }
        if !isTaken { all.append(endpoint) }
      }
      state.table = MockEndpointTable(Array(all))
      let now = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
      for (name, endpoint) in old where now[name]?.json != endpoint.json { state.stored.reset(name) }
      count.store(all.count, ordering: .releasing)
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

  // MARK: Requests

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

  private static func findings(_ schema: ContentSchema, _ document: JSONDocument?) -> Diagnostics {
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
  fileprivate var detail: String {
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
