import AdminModel
import Foundation
import HTTPWire
import JSONText
import Screens

/// Sessions: `/admin/sessions`.
enum SessionEndpoints {
  static let all: [Endpoint] = [list, begin, endAll, get, end]

  static let list = Endpoint(
    .get, "/admin/sessions", "listSessions", .sessions, "The sessions, by when they end",
    access: .token(.read),
    reading: .sessionTable, responses: [.json("The sessions", SessionPage.self)], validation: .entityTag
  ) { _, table in .json(SessionPage(table)) }

  static let begin = Endpoint(
    .post, "/admin/sessions", "beginSession", .sessions,
    "Begins a session: under its path the whole API works on a view of its own", access: .token(.edit),
    effect: .remembers,
    reading: .sessionTable,
    .body(
      .named(
        "SessionRequest",
        .closedObject(
          .optional(
            "ttl",
            .integer(from: 1, through: SessionTable.maximumTimeToLive).defaulting(
              to: .number(JSONNumber(SessionTable.defaultTimeToLive))), "Seconds that the session lasts."))),
      "How long the session lasts.", isRequired: false),
    responses: [.json(201, "The session", SessionDetails.self, headers: [.location])],
    problems: [.tooManySessions]
  ) { (api, table, body) throws(ScreensError) in try api.beginSession(in: table, body) }

  static let endAll = Endpoint(
    .delete, "/admin/sessions", "endSessions", .sessions, "Ends all sessions", access: .token(.edit),
    effect: .remembers,
    reading: .sessionTable, .precondition, responses: [.json("No sessions", SessionPage.self)]
  ) { (_, table, precondition) throws(ScreensError) in
    try precondition.require(SessionPage(table).jsonValue)
    table.removeAll()
    return .json(SessionPage(table))
  }

  static let get = Endpoint(
    .get, "/admin/sessions/{id}", "getSession", .sessions, "A session", access: .token(.read),
    reading: .sessionTable, .sessionID, responses: [.json("The session", SessionDetails.self)],
    problems: [.unknownSession], validation: .entityTag
  ) { _, table, id in
    guard let session = id.known.flatMap({ table[$0] }) else {
      return unknown(id).response
    }
    return .json(SessionDetails(session))
  }

  static let end = Endpoint(
    .delete, "/admin/sessions/{id}", "endSession", .sessions, "Ends a session", access: .token(.edit),
    effect: .remembers,
    reading: .sessionTable, .sessionID, .precondition,
    responses: [.json("The session has ended", EndedSession.self)],
    problems: [.unknownSession]
  ) { (_, table, id, precondition) throws(ScreensError) in
    if let session = id.known.flatMap({ table[$0] }) {
      try precondition.require(SessionDetails(session).jsonValue)
    }
    guard let known = id.known, table.remove(known) else {
      return unknown(id).response
    }
    return .json(EndedSession(id: id.text))
  }

  private static func unknown(_ id: NamedSession) -> Problem {
    Problem(.unknownSession, "the session \(quoted(id.text)) has ended or never existed")
  }
}

/// A session as a path names it.
private struct NamedSession {
  let text: String
  /// The parsed id; nil if the text is not an id.
  let known: SessionID?
}

extension Parameter where Value == SessionTable {
  fileprivate static var sessionTable: Self {
    Parameter([], problems: [.notInSession]) { (_, _, api) throws(Problem) in
      guard let table = api.serving.sessions else {
        throw Problem(.notInSession, "sessions and change sets have no sessions of their own")
      }
      return table
    }
  }
}

extension SessionPage {
  fileprivate init(_ table: SessionTable) { self.init(sessions: table.all.map { SessionDetails($0) }) }
}

extension Parameter where Value == NamedSession {
  fileprivate static var sessionID: Self {
    path("id", "The id of a session.", .sessionID) { text in
      guard !text.isEmpty else { return nil }
      return NamedSession(text: text, known: SessionID(text))
    }
  }
}

extension ScreenAPI {
  fileprivate func beginSession(in table: SessionTable, _ body: [UInt8]) throws(ScreensError) -> HTTPResponse
  {
    let seconds = try Self.timeToLive(body)
    let id = SessionID()
    var serving: ServingState?
    let publisher = Publisher(forking: publisher, budget: table.budget) {
      let own = ServingState(forking: self.serving, path: Session.path(of: id))
      serving = own
      return own
    }
    guard let serving else { return .internalFault }
    let session = Session(
      id: id, api: ScreenAPI(publisher: publisher, serving: serving, environment: environment),
      expiresAt: Date().timeIntervalSince1970 + Double(seconds),
      deadline: .now.advanced(by: .seconds(seconds)))
    guard table.add(session, environment.later) else {
      var problem = Problem(
        .tooManySessions,
        "there are at most \(SessionTable.maximumCount) at a time; DELETE /admin/sessions/ID ends one")
      problem.fields = [HTTPField("Retry-After", "5")]
      return problem.response
    }
    var response = HTTPResponse.json(SessionDetails(session), 201)
    response.add("Location", serving.path)
    return response
  }

  /// The seconds in `{"ttl": 60}`; the default for an empty body.
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
}

// MARK: JSON

extension Schema {
  fileprivate static let sessionID = Schema.string(pattern: "^[0-9a-f]{\(SessionID.digits)}$")
}

extension SessionDetails {
  fileprivate init(_ session: Session) {
    self.init(
      id: session.id.text, path: Session.path(of: session.id),
      expiresAt: Timestamp.text(session.expiresAt))
  }
}
