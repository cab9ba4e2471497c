import HTTPWire
import JSONText
import Screens
import Synchronization

/// The description of the API in OpenAPI 3.1, made from the table of endpoints.
enum OpenAPIDocument {
  private static let latest = Mutex<(version: String, cookie: String, text: [UInt8])?>(nil)

  /// The document of the whole API as JSON text. A process has one version and mostly one server, so it makes the
  /// document once.
  /// - Parameter cookie: the name of the console's cookie.
  static func text(version: String, cookie: String) -> [UInt8] {
    latest.withLock { latest in
      if let latest, latest.version == version, latest.cookie == cookie { return latest.text }
      let text = json(of: .standard, version: version, cookie: cookie).serialized()
      latest = (version, cookie, text)
      return text
    }
  }

  static func json(of table: EndpointTable, version: String, cookie: String) -> JSONValue {
    let endpoints = table.resources.flatMap(\.endpoints)
    var components = problem.components
    for schema in endpoints.flatMap(\.schemas) {
      components.merge(schema.components) { known, _ in known }
    }
    var shared = SharedResponses()
    var paths: JSONObject = [:]
    for resource in table.resources { paths[resource.path.description] = pathItem(resource, &shared) }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Marquee", "version": .string(version), "summary": "Server-driven UI: screens as data",
        "description": """
        {route} in a path also stands for several segments, as in /screens/menu/noodles. HEAD works wherever \
        GET does, except at /admin/requests/events. POST /admin/sessions begins a session, which has the API \
        under its own path, but no tokens, sessions, change sets, schedules and messages to webhooks.
        """,
      ],
      "servers": [["url": "/", "description": "This server."]],
      "tags": .array(
        Endpoint.Tag.allCases.map {
          ["name": .string($0.rawValue), "description": .string($0.description)]
        }),
      "paths": .object(paths),
      "components": [
        "securitySchemes": [
          tokenScheme: [
            "type": "http", "scheme": "bearer",
            "description": """
            The admin token of the server, or a token of PUT /admin/tokens/{name}. A token has a scope: read, edit or \
            publish, each of which includes those before it; administer is the admin token's alone.
            """,
          ],
          sessionScheme: [
            "type": "apiKey", "in": "cookie", "name": .string(cookie),
            "description": """
            The session of the console, which POST /admin/session begins. The cookie's name contains the \
            server's port. A write also needs the field Marquee-Console: 1, and Sec-Fetch-Site: same-origin \
            or an equal Origin.
            """,
          ],
        ],
        "parameters": [minRevision: ParameterDeclaration.minRevision.json],
        "schemas": .object(
          components.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = $1.value }),
        "responses": .object(shared.json),
      ],
    ]
  }

  private static let tokenScheme = "adminToken"
  private static let sessionScheme = "consoleSession"
  private static let minRevision = "MinRevision"

  private static func pathItem(
    _ resource: EndpointTable.Resource, _ shared: inout SharedResponses
  ) -> JSONValue {
    var item: JSONObject = [
      "parameters": [["$ref": .string("#/components/parameters/\(minRevision)")]]
    ]
    for endpoint in resource.endpoints {
      item[endpoint.method.name.lowercased()] = operation(endpoint, &shared)
    }
    return .object(item)
  }

  private static func operation(_ endpoint: Endpoint, _ shared: inout SharedResponses) -> JSONValue {
    var object: JSONObject = [
      "operationId": .string(endpoint.operationID), "tags": [.string(endpoint.tag.rawValue)],
      "summary": .string(endpoint.summary),
    ]
    if let scope = endpoint.scopeText { object["description"] = .string(scope) }
    let parameters = endpoint.allParameters
    if !parameters.isEmpty { object["parameters"] = .array(parameters.map(\.json)) }
    if let body = endpoint.body { object["requestBody"] = body.json }
    object["responses"] = responses(of: endpoint, &shared)
    switch endpoint.access {
    case .token: object["security"] = [[tokenScheme: []], [sessionScheme: []]]
    // Unpublished content needs a token. An endpoint that checks the host also accepts the console's session.
    case .everybody where endpoint.problems.contains(.unauthorized):
      let withToken: JSONValue = [[:], [tokenScheme: []]]
      let withSession: JSONValue = [[:], [tokenScheme: []], [sessionScheme: []]]
      object["security"] = endpoint.problems.contains(.misdirected) ? withSession : withToken
    case .console where endpoint.problems.contains(.unauthorized): object["security"] = [[sessionScheme: []]]
    case .everybody, .console: object["security"] = []
    }
    return .object(object)
  }

  // MARK: Responses

  /// Responses that many operations share. Each is written once, in the components of the document.
  private struct SharedResponses {
    /// The responses by name.
    private(set) var json: JSONObject = [:]
    private var names: [ProblemSet: String] = [:]

    private struct ProblemSet: Hashable {
      let status: HTTPStatus
      let codes: Set<String>
      let arePages: Bool
    }

    /// A reference to the response of some problems of one status.
    mutating func reference(
      to status: HTTPStatus, _ types: [ProblemType], arePages: Bool
    ) -> JSONValue {
      let problems = ProblemSet(status: status, codes: Set(types.map(\.code)), arePages: arePages)
      let name = names[problems] ?? unusedName(for: status)
      if names.updateValue(name, forKey: problems) == nil {
        json[name] = OpenAPIDocument.response(status, types, arePages: arePages).json
      }
      return ["$ref": .string("#/components/responses/\(name)")]
    }

    /// The reason phrase as one word, such as `BadRequest`; numbered from the second response of a status on.
    private func unusedName(for status: HTTPStatus) -> String {
      let word = status.reason.filter { $0.isLetter }
      let count = names.keys.count { $0.status == status }
      return count == 0 ? word : "\(word)\(count + 1)"
    }
  }

  private static func responses(of endpoint: Endpoint, _ shared: inout SharedResponses) -> JSONValue {
    var responses: [Int: JSONValue] = [:]
    var problems = Dictionary(grouping: endpoint.allProblems, by: \.status.rawValue)
    let arePages = ProblemPage.isShown(at: endpoint.path.first)
    for response in endpoint.allResponses {
      let status = response.status
      var response = response
      if let types = problems.removeValue(forKey: status.rawValue) {
        let other = self.response(status, types, arePages: arePages)
        response = ResponseDeclaration(
          status, response.description + "; or " + other.description,
          content: response.content + other.content, headers: response.headers + other.headers)
      }
      responses[status.rawValue] = response.json
    }
    for (status, types) in problems.sorted(by: { $0.key < $1.key }) {
      responses[status] = shared.reference(
        to: HTTPStatus(rawValue: status), types, arePages: arePages)
    }
    return .object(
      responses.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[String($1.key)] = $1.value })
  }

  /// Problems of one status.
  /// - Parameter arePages: whether browsers get them as pages.
  private static func response(
    _ status: HTTPStatus, _ types: [ProblemType], arePages: Bool
  ) -> ResponseDeclaration {
    let codes = Set(types.map(\.code)).sorted()
    var headers: [HeaderDeclaration] = []
    switch status {
    case 401: headers = [HeaderDeclaration("WWW-Authenticate", "Bearer (RFC 6750).")]
    case 403:
      headers = [
        HeaderDeclaration(
          "WWW-Authenticate", "The scope that the request needs, if the token's scope is too low.")
      ]
    case 412: headers = [HeaderDeclaration("ETag", "The current entity tag, when there is one.")]
    case 415:
      headers = [
        HeaderDeclaration("Accept-Patch", "The media types that a PATCH accepts."),
        HeaderDeclaration("Accept-Encoding", "identity, if the body has a content coding."),
      ]
    case 416: headers = [HeaderDeclaration("Content-Range", "The size of the whole.")]
    case 503: headers = [.retryAfter]
    default: break
    }
    let page: [MediaContent] = arePages ? [("text/html", .string)] : []
    return ResponseDeclaration(
      status, "\(status.reason): \(codes.joined(separator: ", "))",
      content: [("application/problem+json", problem)] + page, headers: headers)
  }

  /// RFC 9457.
  static let problem = Schema.named(
    "Problem",
    .object(
      .required("type", .string(format: "uri"), "The part after the last slash is the code of the problem."),
      .required("title", .string), .required("status", .integer), .required("detail", .string),
      .optional("errors", .array(.diagnostic), "The errors in the body, each with its location."),
      .optional("parameter", .string, "The parameter that is wrong."), .optional("hint", .string),
      .optional("nearest", .anyOf([.string, .array(.any)]))))
}

extension Endpoint {
  /// The parameters, those of validation included.
  var allParameters: [ParameterDeclaration] {
    var all = parameters
    if validation != .none {
      all += [
        ParameterDeclaration(
          "If-None-Match", in: .header, "Entity tags of what the client has: 304 when one is current.",
          .string),
        ParameterDeclaration(
          "If-Match", in: .header, "Entity tags: 412 when none of them is current.", .string),
      ]
    }
    if validation == .ranges {
      all += [
        ParameterDeclaration("Range", in: .header, "A part of the bytes (RFC 9110 §14.2).", .string),
        ParameterDeclaration(
          "If-Range", in: .header, "An entity tag. If it is not current, the whole body is sent.", .string),
      ]
    }
    return all
  }

  /// The responses that are not problems, including those of validation.
  var allResponses: [ResponseDeclaration] {
    var responses = responses
    if isWrite {
      for index in responses.indices { responses[index].headers += [.revision, .replayed] }
    }
    guard validation != .none else { return responses }
    var all = responses.map { response in
      var response = response
      if response.status == 200 { response.headers += [.entityTag, .vary] }
      return response
    }
    let whole = responses.first { $0.status == 200 }
    let headers = (whole?.headers ?? []) + [.entityTag, .vary]
    if validation == .ranges, let whole {
      all.append(
        ResponseDeclaration(
          206, "A part of the bytes", content: whole.content,
          headers: headers + [HeaderDeclaration("Content-Range", "The part, and the size of the whole.")]))
    }
    all.append(
      ResponseDeclaration(304, "The client has the current content", content: [], headers: headers))
    return all
  }

  /// The problems, those of HTTP and of access included.
  var allProblems: [ProblemType] {
    var all = problems + ProblemType.ofEveryRequest
    // A placeholder also matches control characters, but no resource has such a name.
    if !path.placeholders.isEmpty { all.append(.notFound) }
    if body != nil { all.append(ProblemType(.bodyTooLarge)) }
    if isWrite { all += .storing }
    if case .token = access {
      all += [.unauthorized, .forbidden, .insufficientScope, .crossSite, .misdirected]
    }
    if validation != .none { all.append(.preconditionFailed) }
    if validation == .ranges { all.append(.rangeNotSatisfiable) }
    return all
  }

  /// All schemas that the document refers to.
  var schemas: [Schema] {
    let content = (body?.content ?? []) + responses.flatMap(\.content)
    return parameters.map(\.schema) + content.map(\.schema) + responses.flatMap(\.headers).map(\.schema)
  }

  /// The sentence about the scope that a token needs; nil for an endpoint that needs no token.
  fileprivate var scopeText: String? {
    guard case .token(let scope, let forDryRun, let inSession, let admitsGuests) = access else { return nil }
    var text = "Needs a token with the scope \(scope.rawValue)"
    if let forDryRun { text += "; for a dry run, \(forDryRun.rawValue)" }
    if let inSession { text += "; in a session, \(inSession.rawValue)" }
    if admitsGuests { text += "; in a change set, also the cookie of a guest who may comment" }
    return text + "."
  }
}

extension ProblemType {
  /// A problem of HTTP itself.
  init(_ error: WireError) { self.init(error.status, error.code, error.title) }

  /// The problems that any request can cause.
  fileprivate static let ofEveryRequest: [ProblemType] =
    [.malformedPath, .badParameter, .behind]
    + ([
      .malformedTarget, .malformedField, .targetTooLong, .fieldsTooLarge, .tooManyFields, .internalFault,
      .overloaded,
    ] as [WireError]).map { ProblemType($0) }
}
