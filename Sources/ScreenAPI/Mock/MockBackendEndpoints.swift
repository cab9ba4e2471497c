import AdminModel
import HTTPWire
import JSONText
import ScreenMock
import Screens

/// The endpoints of the mock: `/admin/mock/endpoints`.
enum MockBackendEndpoints {
  static let all: [Endpoint] = [list, deleteAll, match, get, set, delete]

  static let list = Endpoint(
    .get, "/admin/mock/endpoints", "listMockEndpoints", .mock, "The endpoints of the mock",
    access: .token(.read), responses: [.json("The endpoints", MockEndpointPage.self)], validation: .entityTag
  ) { api in .json(MockEndpointPage(api.serving.mock.backend)) }

  static let deleteAll = Endpoint(
    .delete, "/admin/mock/endpoints", "deleteMockEndpoints", .mock,
    "Deletes the endpoints that requests have set", access: .mock, effect: .stores,
    reading: .author, .precondition, responses: [.json("Those of files", MockEndpointPage.self)]
  ) { (api, author, precondition) throws(ScreensError) in
    try api.mockChanges(by: author, precondition).removeAllEndpoints()
    return .json(MockEndpointPage(api.serving.mock.backend))
  }

  static let get = Endpoint(
    .get, "/admin/mock/endpoints/{name}", "getMockEndpoint", .mock, "An endpoint of the mock",
    access: .token(.read), reading: .endpointName,
    responses: [.json("The endpoint", MockEndpointDetails.self)], problems: [.unknownEndpoint],
    validation: .entityTag
  ) { api, name in
    guard let endpoint = api.serving.mock.backend.endpoint(name) else { return api.unknownEndpoint(name) }
    return .json(MockEndpointDetails(endpoint))
  }

  static let set = Endpoint(
    .put, "/admin/mock/endpoints/{name}", "setMockEndpoint", .mock,
    "Sets an endpoint of the mock until the server or the session ends", access: .mock, effect: .stores,
    reading: .endpointName, .author, .precondition,
    .body(.endpoint, "The endpoint, as in `_endpoints/NAME.json`."),
    responses: [
      .json("The endpoint was replaced", NamedReference.self),
      .json(201, "The endpoint was made", NamedReference.self),
    ], problems: [.mockOff, .tooMany]
  ) { (api, name, author, precondition, body) throws(ScreensError) in
    do throws(MockChanges.Refusal) {
      let isNew = try api.mockChanges(by: author, precondition).setEndpoint(name, body)
      return .json(NamedReference(name: name), isNew ? 201 : 200)
    } catch {
      return try error.response()
    }
  }

  static let delete = Endpoint(
    .delete, "/admin/mock/endpoints/{name}", "deleteMockEndpoint", .mock,
    "Deletes an endpoint that a request has set; one of a file with its name answers again", access: .mock,
    effect: .stores, reading: .endpointName, .author, .precondition,
    responses: [.json("The endpoint was deleted", NamedReference.self)], problems: [.unknownEndpoint]
  ) { (api, name, author, precondition) throws(ScreensError) in
    guard try api.mockChanges(by: author, precondition).removeEndpoint(name) else {
      return api.unknownEndpoint(name)
    }
    return .json(NamedReference(name: name))
  }

  static let match = Endpoint(
    .post, "/admin/mock/match", "matchMockEndpoints", .mock,
    "Says which endpoint would answer a request, and why the others would not", access: .token(.read),
    effect: .computes,
    reading: .body(
      .named(
        "EndpointRequest",
        .closedObject(
          .required("method", .string), .required("path", .string, "The path, with a query if there is one."),
          .optional("headers", .map(.string)), .optional("body", .string))),
      "A request of the app."),
    responses: [.json("The verdicts", EndpointMatch.self)]
  ) { (api, body) throws(ScreensError) in
    .json(try TriedRequest(body).match(api))
  }
}

extension Schema {
  fileprivate static let endpoint = Schema.named(
    "EndpointDocument",
    .closedObject(
      .required(
        "request",
        .closedObject(
          .required("path", .string), .optional("method", .choice(MockEndpoint.methods)),
          .optional("when", .condition), .optional("body", .anyOf([.anyObject, .boolean]), "A JSON Schema."))),
      .optional("description", .string), .optional("responses", .array(.anyObject)),
      .optional("proxy", .boolean), .optional("collection", .anyObject), .optional("screen", .string),
      .optional("user", .string), .optional("attributes", .map(.string)), .optional("format", .string)))
}

extension MockEndpointDetails {
  fileprivate init(_ endpoint: MockEndpoint) {
    let kind =
      switch endpoint.action {
      case .collection: "collection"
      case .screen: "screen"
      case .responses(let responses, _): responses.isEmpty ? "proxy" : "responses"
      }
    self.init(
      name: endpoint.name, source: endpoint.isAdded ? "api" : "file", methods: endpoint.methods,
      path: endpoint.path.description, kind: kind, document: endpoint.json.objectValue ?? [:])
  }
}

extension MockEndpointPage {
  init(_ backend: MockBackend) { self.init(endpoints: backend.endpoints.map { MockEndpointDetails($0) }) }
}

extension MockEndpoint {
  /// As the API shows it, for preconditions.
  var named: JSONValue { MockEndpointDetails(self).jsonValue }
}

extension Parameter where Value == String {
  fileprivate static var endpointName: Self {
    path("name", "The name of an endpoint.", .name) { Name.isValid($0) ? $0 : nil }
  }
}

extension ScreenAPI {
  /// The response for a name that no request has set.
  fileprivate func unknownEndpoint(_ name: String) -> HTTPResponse {
    let backend = serving.mock.backend
    guard backend.endpoint(name) == nil else {
      return Problem(.unknownEndpoint, "_endpoints/\(name).json is a file; change or delete that").response
    }
    let nearest = NearestName.to(name, among: backend.endpoints.map(\.name))
    return Problem(
      .unknownEndpoint,
      "the mock has no endpoint \(quoted(name))" + (nearest.map { "; did you mean \($0)?" } ?? "")
    ).response
  }
}
