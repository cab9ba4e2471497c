import HTTPWire
import JSONText
import Screens

/// An error as `application/problem+json` (RFC 9457).
struct Problem {
  let status: HTTPStatus
  /// The last part of the type's URI.
  let code: String
  let title: String
  let detail: String
  var diagnostics = Diagnostics()
  /// Further members.
  var members: [(name: String, value: JSONValue)] = []
  /// Header fields that go with the status.
  var fields: [HTTPField] = []

  init(_ status: HTTPStatus, _ code: String, _ title: String, _ detail: String) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
  }

  var response: HTTPResponse {
    var body: JSONObject = [
      "type": .string("https://marquee.dev/problems/\(code)"), "title": .string(title),
      "status": .number(JSONNumber(Int(status.rawValue))), "detail": .string(detail),
    ]
    for member in members { body[member.name] = member.value }
    if !diagnostics.isEmpty { body["errors"] = .array(diagnostics.kept.map(\.json)) }
    let common: [HTTPField] = [
      HTTPField("Content-Type", "application/problem+json"), HTTPField("Cache-Control", "no-store"),
      HTTPField("Access-Control-Allow-Origin", "*"),
    ]
    return HTTPResponse(status, fields: common + fields, body: JSONValue.object(body).serialized())
  }

  static func notFound(_ path: String) -> Problem {
    Problem(404, "not-found", "There is nothing here", "no resource has the path \(quoted(path))")
  }

  static func badParameter(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(400, "bad-parameter", "A parameter is wrong", detail)
    problem.members = [("parameter", .string(name))]
    return problem
  }

  static func methodNotAllowed(_ allowed: [String]) -> Problem {
    var problem = Problem(
      405, "method-not-allowed", "The method is not allowed here",
      "allowed: \(allowed.joined(separator: ", "))")
    problem.fields = [HTTPField("Allow", cleaning: allowed.joined(separator: ", "))]
    return problem
  }
}

extension Diagnostic {
  var json: JSONValue {
    var object: JSONObject = ["code": .string(code.rawValue), "pointer": .string(pointer.description)]
    if let position {
      object["line"] = .number(JSONNumber(position.line))
      object["column"] = .number(JSONNumber(position.column))
    }
    object["message"] = .string(message)
    if let hint { object["hint"] = .string(hint) }
    return .object(object)
  }
}
