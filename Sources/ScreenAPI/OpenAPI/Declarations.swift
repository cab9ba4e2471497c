import HTTPWire
import JSONText

/// A parameter of the path, the query or the header, as the document declares it.
struct ParameterDeclaration: Sendable {
  enum Location: String, Sendable {
    case path, query, header
  }

  let name: String
  let location: Location
  let description: String
  let schema: Schema
  let isRequired: Bool

  init(
    _ name: String, in location: Location, _ description: String, _ schema: Schema, isRequired: Bool = false
  ) {
    self.name = name
    self.location = location
    self.description = description
    self.schema = schema
    self.isRequired = isRequired
  }

  func defaulting(to value: JSONValue) -> ParameterDeclaration {
    ParameterDeclaration(
      name, in: location, description, schema.defaulting(to: value), isRequired: isRequired)
  }

  var json: JSONValue {
    [
      "name": .string(name), "in": .string(location.rawValue), "required": .bool(isRequired),
      "description": .string(description), "schema": .object(schema.json),
    ]
  }
}

/// A media type and the schema of its content.
typealias MediaContent = (mediaType: String, schema: Schema)

extension [MediaContent] {
  var json: JSONValue {
    .object(reduce(into: JSONObject()) { $0[$1.mediaType] = ["schema": .object($1.schema.json)] })
  }
}

/// The body of a request, as the document declares it.
struct BodyDeclaration: Sendable {
  let content: [MediaContent]
  let description: String
  let isRequired: Bool

  init(_ content: [MediaContent], _ description: String, isRequired: Bool) {
    self.content = content
    self.description = description
    self.isRequired = isRequired
  }

  var json: JSONValue {
    ["description": .string(description), "required": .bool(isRequired), "content": content.json]
  }
}

/// A field of a response, as the document declares it.
struct HeaderDeclaration: Sendable {
  let name: String
  let description: String
  let schema: Schema

  init(_ name: String, _ description: String, _ schema: Schema = .string) {
    self.name = name
    self.description = description
    self.schema = schema
  }

  static let entityTag = HeaderDeclaration("ETag", "Names exactly this content, for conditional requests.")
  static let location = HeaderDeclaration("Location", "The path of the new resource.")
  static let vary = HeaderDeclaration("Vary", "The request fields that decide the response.")
  static let revision = HeaderDeclaration(
    "Marquee-Revision", "The number of the change. Any node asked with Marquee-Min-Revision waits for it.",
    .integer(from: 0))
  static let replayed = HeaderDeclaration(
    "Idempotency-Replayed",
    "true if this is the response to an earlier request with the same Idempotency-Key.")
  static let retryAfter = HeaderDeclaration(
    "Retry-After", "Seconds after which the request may be sent again.", .integer(from: 0))

  var json: JSONValue { ["description": .string(description), "schema": .object(schema.json)] }
}

/// A response that is not a problem, as the document declares it.
struct ResponseDeclaration: Sendable {
  let status: HTTPStatus
  let description: String
  let content: [MediaContent]
  var headers: [HeaderDeclaration]

  init(
    _ status: HTTPStatus, _ description: String, content: [MediaContent], headers: [HeaderDeclaration] = []
  ) {
    self.status = status
    self.description = description
    self.content = content
    self.headers = headers
  }

  /// A response of status 200 in JSON.
  static func json(
    _ description: String, _ schema: Schema, headers: [HeaderDeclaration] = []
  ) -> ResponseDeclaration {
    json(200, description, schema, headers: headers)
  }

  /// A response in JSON.
  static func json(
    _ status: HTTPStatus, _ description: String, _ schema: Schema, headers: [HeaderDeclaration] = []
  ) -> ResponseDeclaration {
    ResponseDeclaration(
      status, description, content: [("application/json", schema)], headers: headers)
  }

  var json: JSONValue {
    var object: JSONObject = ["description": .string(description)]
    if !headers.isEmpty {
      object["headers"] = .object(headers.reduce(into: JSONObject()) { $0[$1.name] = $1.json })
    }
    if !content.isEmpty { object["content"] = content.json }
    return .object(object)
  }
}
