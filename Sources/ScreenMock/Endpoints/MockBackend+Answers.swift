import JSONText
import Screens

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
  /// Replaces the object of the state, and the items of collections.
  mutating func store(
    _ object: JSONObject?, _ collections: [(name: String, items: [JSONObject])]
  ) throws(MockState.Refusal) {
    // Seeds can have more items than requests may add.
    let most = max(MockState.maximumItems, itemCount)
    let before = stored
    do throws(MockState.Refusal) {
      if let object { try stored.replace(object) }
      for (name, items) in collections {
        guard let endpoint = table.endpoints.first(where: { $0.name == name }) else { continue }
        try stored.replace(items, of: endpoint)
      }
      guard itemCount <= most else { throw .tooManyItems }
    } catch {
      stored = before
      throw error
    }
  }

  /// Answers a request.
  mutating func answer(
    _ request: BackendRequest, _ effect: (EndpointValues) -> Mock.Applied
  ) -> BackendAnswer {
    let matches = table.matches(request.path)
    guard !matches.isEmpty else { return .unknown(nearest: table.nearest(to: request.path)) }
    let candidates = matches.filter { $0.entry.method == request.method }
    guard let first = candidates.first else {
      return .otherMethod(
        MockEndpoint.methods.filter { method in matches.contains { $0.entry.method == method } })
    }
    var values = request.values
    values.setState(stored.object)
    var invalid: BackendAnswer?
    for candidate in candidates {
      values.setPath(candidate.placeholders)
      let endpoint = candidate.entry.endpoint
      guard endpoint.condition?.holds(values) ?? true else { continue }
      if let schema = endpoint.bodySchema {
        let findings = MockBackend.findings(schema, request.document)
        if !findings.isEmpty {
          invalid = invalid ?? .invalidBody(endpoint, findings)
          continue
        }
      }
      switch endpoint.action {
      case .screen(let address): return .screen(endpoint, address, values)
      case .collection(let collection):
        let applied = effect(values)
        let before = stored
        do throws(MockState.Refusal) {
          let answer = try answer(candidate, collection, request)
          if applied.replacesResponse { stored = before }
          return .collection(endpoint, answer, applied.merged(with: MockEffect()))
        } catch {
          stored = before
          return .noRoom(endpoint, error.detail)
        }
      case .responses(let responses, let isForwarded):
        guard let response = responses.first(where: { $0.condition?.holds(values) ?? true }) else {
          return isForwarded ? .forwarded(endpoint) : .noResponse(endpoint)
        }
        return answer(endpoint, response, request, values, effect(values))
      }
    }
    return invalid ?? .noResponse(first.entry.endpoint)
  }

  private mutating func answer(
    _ endpoint: MockEndpoint, _ response: EndpointResponse, _ request: BackendRequest,
    _ values: EndpointValues, _ applied: Mock.Applied
  ) -> BackendAnswer {
    guard response.fits(values) else {
      return .noRoom(
        endpoint, "a response makes at most \(EndpointResponse.maximumBytes) bytes of its placeholders")
    }
    let rendered = response.rendered(with: values)
    if !request.isHead, !applied.replacesResponse, let patch = response.changes?.value(with: values) {
      do throws(MockState.Refusal) {
        try stored.merge(patch)
      } catch {
        return .noRoom(endpoint, error.detail)
      }
    }
    return .response(endpoint, rendered, applied.merged(with: response.effect))
  }

  /// Answers a request for a collection.
  private mutating func answer(
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

  /// The number of items of all collections.
  var itemCount: Int {
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
