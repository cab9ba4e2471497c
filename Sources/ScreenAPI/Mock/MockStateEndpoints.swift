import AdminModel
import HTTPWire
import JSONText
import ScreenMock
import Screens

/// What endpoints have stored: `/admin/mock/state`.
enum MockStateEndpoints {
  static let all: [Endpoint] = [get, set, reset]

  static let get = Endpoint(
    .get, "/admin/mock/state", "getMockState", .mock,
    "The state of the endpoints, and the items of collections",
    access: .token(.read), responses: [.json("The state", StoredState.self)], validation: .entityTag
  ) { api in .json(api.serving.mock.backend.described) }

  static let set = Endpoint(
    .put, "/admin/mock/state", "setMockState", .mock,
    "Replaces the state of the endpoints, and the items of the named collections", access: .mock,
    effect: .stores,
    reading: .author, .precondition,
    .body(
      .named(
        "MockStateRequest",
        .closedObject(.optional("state", .anyObject), .optional("collections", .map(.array(.anyObject))))),
      "The new state, and items by the name of the collection's endpoint."),
    responses: [.json("The state", StoredState.self)], problems: [.mockOff, .noRoom]
  ) { (api, author, precondition, body) throws(ScreensError) in
    guard !api.serving.mock.isOff else { return Problem.mockIsOff.response }
    let backend = api.serving.mock.backend
    let (object, collections) = try backend.state(in: body)
    let refusal: MockState.Refusal? = try api.publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(backend.described.jsonValue)
      if let refusal = backend.refusal(of: object, collections) { return .init([]) { refusal } }
      return .init([(.setMockState, subject: "state")]) {
        do throws(MockState.Refusal) {
          try backend.store(object, collections)
          return nil
        } catch {
          return error
        }
      }
    }
    if let refusal { return Problem(.noRoom, refusal.detail).response }
    return .json(backend.described)
  }

  static let reset = Endpoint(
    .delete, "/admin/mock/state", "resetMockState", .mock,
    "Empties the state, and gives the collections their seeds again", access: .mock, effect: .stores,
    reading: .author, .precondition, responses: [.json("The state", StoredState.self)]
  ) { (api, author, precondition) throws(ScreensError) in
    try api.mockChanges(by: author, precondition).resetState()
    return .json(api.serving.mock.backend.described)
  }
}

extension MockBackend {
  /// Reads a new state, and the items of collections, which must fit their schemas.
  fileprivate func state(
    in body: [UInt8]
  ) throws(ScreensError) -> (object: JSONObject?, collections: [(name: String, items: [JSONObject])]) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "the body", allowed: ["state", "collections"], &diagnostics)
    func object(_ name: String) -> JSONObject? {
      guard let value = members?.object[name] else { return nil }
      if case .object(let object) = value { return object }
      diagnostics.add(
        Diagnostic(
          .wrongType, at: JSONPointer(tokens: [name]),
          "\(quoted(name)) is an object, not \(value.kind.phrase)"))
      return nil
    }
    let state = object("state")
    let known = endpoints.filter { $0.collection != nil }
    var collections: [(name: String, items: [JSONObject])] = []
    for member in object("collections") ?? [:] {
      let location = JSONPointer(tokens: ["collections", member.name])
      guard let collection = known.first(where: { $0.name.hasSameScalars(as: member.name) })?.collection
      else {
        diagnostics.add(
          Diagnostic(
            .unknownID, at: location, anchor: .name, "no collection has the name \(quoted(member.name))",
            hint: NearestName.hint(for: member.name, among: known.map(\.name))))
        continue
      }
      guard case .array(let values) = member.value else {
        diagnostics.add(
          Diagnostic(.wrongType, at: location, "items are an array, not \(member.value.kind.phrase)"))
        continue
      }
      let items = MockCollection.items(
        values, id: collection.id, schema: collection.schema, at: location, &diagnostics)
      collections.append((member.name, items))
    }
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return (state, collections)
  }

  /// The state as the API shows it.
  var described: StoredState {
    let stored = stored
    return StoredState(
      state: stored.object,
      collections: stored.collections.map {
        .init(name: $0.endpoint.name, path: $0.endpoint.path.description, items: $0.items)
      })
  }
}
