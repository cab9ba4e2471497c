import AdminModel
import HTTPWire
import JSONText
import Screens

/// An error as `application/problem+json` (RFC 9457).
struct Problem: Error {
  let status: HTTPStatus
  /// The last part of the type's URI.
  let code: String
  let title: String
  var detail: String
  var diagnostics = Diagnostics()
  /// Further members.
  var members: [(name: String, value: JSONValue)] = []
  /// Further header fields.
  var fields: [HTTPField] = []
  /// Whether the only reason is that another node has changed the store meanwhile.
  var isOutdated = false

  init(_ status: HTTPStatus, _ code: String, _ title: String, _ detail: String) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
  }

  init(_ type: ProblemType, _ detail: String) {
    self.init(type.status, type.code, type.title, detail)
  }

  init(_ error: ParameterError) { self = .badParameter(error.name, error.detail) }

  var response: HTTPResponse {
    var body: JSONObject = [
      "type": .string("https://marquee.dev/problems/\(code)"), "title": .string(title),
      "status": .number(JSONNumber(Int(status.rawValue))), "detail": .string(detail),
    ]
    for member in members { body[member.name] = member.value }
    if !diagnostics.isEmpty { body["errors"] = diagnostics.findings.jsonValue }
    let common: [HTTPField] = [
      HTTPField("Content-Type", "application/problem+json"), HTTPField("Cache-Control", "no-store"),
    ]
    return HTTPResponse(
      status, fields: common + CORS.fields + fields, body: JSONValue.object(body).serialized())
  }

  /// The problem of a node that has never reached its store.
  static var notReady: Problem {
    var problem = Problem(
      .notReady, "this node has no copy of the screens yet, and goes on trying to reach its store")
    problem.fields = [HTTPField("Retry-After", "2")]
    return problem
  }

  static func notFound(_ path: String) -> Problem {
    Problem(.notFound, "no resource has the path \(quoted(path))")
  }

  static func badParameter(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.badParameter, detail)
    problem.members = [("parameter", .string(name))]
    return problem
  }

  static func methodNotAllowed(_ allowed: [String]) -> Problem {
    var problem = Problem(
      .methodNotAllowed,
      "allowed: \(allowed.joined(separator: ", "))")
    problem.fields = [HTTPField("Allow", cleaning: allowed.joined(separator: ", "))]
    return problem
  }
}

extension Finding {
  init(_ diagnostic: Diagnostic) {
    self.init(
      code: diagnostic.code.rawValue, pointer: diagnostic.pointer.description,
      line: diagnostic.position?.line, column: diagnostic.position?.column, message: diagnostic.message,
      hint: diagnostic.hint, language: diagnostic.language?.text, item: diagnostic.place?.item,
      section: diagnostic.place?.section, at: diagnostic.place?.at.description)
  }
}

extension Diagnostics {
  var findings: [Finding] { kept.map { Finding($0) } }

  /// Nil for a member that is left out if there are none.
  var warnings: [Finding]? { isEmpty ? nil : findings }
}
