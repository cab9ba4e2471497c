import AdminModel
import HTTPWire
import JSONText
import ScreenMock
import Screens

/// What endpoints have stored: `/admin/mock/state`.
enum MockStateEndpoints {
  static let all: [Endpoint] = [get, reset]

  static let get = Endpoint(
    .get, "/admin/mock/state", "getMockState", .mock,
    "The state of the endpoints, and the items of collections",
    access: .token(.read), responses: [.json("The state", StoredState.self)], validation: .entityTag
  ) { api in .json(api.serving.mock.backend.described) }

  static let reset = Endpoint(
    .delete, "/admin/mock/state", "resetMockState", .mock,
    "Empties the state, and gives the collections their seeds again", access: .mock, effect: .stores,
    reading: .author, .precondition, responses: [.json("The state", StoredState.self)]
  ) { (api, author, precondition) throws(ScreensError) in
    let backend = api.serving.mock.backend
    try api.publisher.audit.perform(by: author) { () throws(ScreensError) in
      try precondition.require(backend.described.jsonValue)
      return .init([(.resetMockState, subject: "state")]) { backend.reset() }
    }
    return .json(backend.described)
  }
}

extension MockBackend {
  /// The state as the API shows it.
  fileprivate var described: StoredState {
    let stored = stored
    return StoredState(
      state: stored.object,
      collections: stored.collections.map {
        .init(name: $0.endpoint.name, path: $0.endpoint.path.description, items: $0.items)
      })
  }
}
