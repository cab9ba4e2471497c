import Foundation
import HTTPWire
import JSONText
import Screens

/// Sessions.
extension ScreenAPI {
  /// The request of a path that begins with `/s/`.
  func inSession(_ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot) -> Reply {
    let path = request.path
    let end = 3 + SessionID.digits
    let isWhole = path.count == end || path.count > end && path[end] == UInt8(ascii: "/")
    guard isWhole, let id = SessionID(path[3..<end]), let session = serving.sessions?[id] else {
      return counted(
        Problem(
          404, "unknown-session", "There is no such session",
          "the session is over, or never was; POST /admin/sessions begins one"), of: "/s/{id}")
    }
    return session.api.handle(
      request.droppingFromPath(end), session.api.serving.snapshot(stripe: loop.stripe))
  }

  /// `GET`, `POST` and `DELETE /admin/sessions`.
  func sessions(_ request: borrowing HTTPRequest, _ body: [UInt8]) throws(ScreensError) -> HTTPResponse {
    guard let table = serving.sessions else {
      return Self.notInSession("a session has no sessions of its own")
    }
    switch request.method {
    case .post: return try begin(in: table, body)
    case .delete: table.removeAll()
    default: break
    }
    return Self.json(["sessions": .array(table.all.map(\.json))])
  }

  private func begin(in table: SessionTable, _ body: [UInt8]) throws(ScreensError) -> HTTPResponse {
    let seconds = try Self.timeToLive(body)
    let id = SessionID()
    var serving: ServingState?
    let publisher = Publisher(forking: publisher, budget: table.budget) {
      let own = ServingState(forking: self.serving, path: Session.path(of: id))
      serving = own
      return own
    }
    guard let serving else { return .problem(.internalFault) }
    let session = Session(
      id: id, api: ScreenAPI(publisher: publisher, serving: serving, environment: environment),
      expiresAt: Date().timeIntervalSince1970 + Double(seconds),
      deadline: .now.advanced(by: .seconds(seconds)))
    guard table.add(session, environment.later) else {
      var problem = Problem(
        503, "too-many-sessions", "There are too many sessions",
        "there are at most \(SessionTable.maximumCount) at a time; DELETE /admin/sessions/ID ends one")
      problem.fields = [HTTPField("Retry-After", "5")]
      return problem.response
    }
    var response = Self.json(session.json, 201)
    response.add("Location", serving.path)
    return response
  }

  /// `GET` and `DELETE /admin/sessions/{id}`.
  func session(_ name: String, _ request: borrowing HTTPRequest) -> HTTPResponse {
    guard let table = serving.sessions else {
      return Self.notInSession("a session has no sessions of its own")
    }
    if let id = Array(name.utf8).withBytes({ SessionID($0) }) {
      if request.method == .delete {
        if table.remove(id) { return Self.json(["id": .string(name)]) }
      } else if let session = table[id] {
        return Self.json(session.json)
      }
    }
    return Problem(
      404, "unknown-session", "There is no such session", "the session \(quoted(name)) is over, or never was"
    ).response
  }

  /// `{"ttl": 60}`; nothing is the default.
  private static func timeToLive(_ body: [UInt8]) throws(ScreensError) -> Int {
    guard !body.isEmpty else { return SessionTable.defaultTimeToLive }
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a session", allowed: ["ttl"], &diagnostics)
    let seconds = members?.integer("ttl", in: 1...SessionTable.maximumTimeToLive, &diagnostics)
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return seconds ?? SessionTable.defaultTimeToLive
  }

  static func notInSession(_ detail: String) -> HTTPResponse {
    Problem(409, "not-in-session", "That is not for a session", detail).response
  }
}

extension Session {
  fileprivate var json: JSONValue {
    [
      "id": .string(id.text), "path": .string(Self.path(of: id)),
      "expiresAt": .string(Timestamp.text(expiresAt)),
    ]
  }
}
