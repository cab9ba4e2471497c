import HTTPWire
import JSONText

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
