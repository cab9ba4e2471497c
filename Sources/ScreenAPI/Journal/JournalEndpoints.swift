import AdminModel
import HTTPWire
import JSONText
import Screens

/// The last requests for screens: `/admin/requests`.
enum JournalEndpoints {
  static let all: [Endpoint] = [list, deleteAll, count, archive, listen, verify]

  static let list = Endpoint(
    .get, "/admin/requests", "listRequests", .requests,
    "The last requests for screens and endpoints, newest first",
    access: .token(.read), reading: .journal, .journalPage, .limit,
    responses: [.json("The requests", RequestPage.self)], validation: .entityTag
  ) { _, journal, page, limit in
    let found = page.requests(in: journal).prefix(limit)
    return .json(
      RequestPage(requests: found.map { RecordedRequest($0) }, skipped: journal.skippedCount))
  }

  static let deleteAll = Endpoint(
    .delete, "/admin/requests", "deleteRequests", .requests, "Deletes all recorded requests",
    access: .token(.edit), effect: .remembers, reading: .journal,
    responses: [.json("No requests", RequestPage.self)]
  ) { _, journal in
    journal.removeAll()
    return .json(RequestPage(requests: [], skipped: nil))
  }

  static let count = Endpoint(
    .get, "/admin/requests/count", "countRequests", .requests, "The number of requests",
    access: .token(.read), reading: .journal, .journalPage,
    responses: [.json("The number", RequestCount.self)]
  ) { _, journal, page in .json(RequestCount(count: page.requests(in: journal).count)) }

  static let archive = Endpoint(
    .get, "/admin/requests/har", "exportRequests", .requests,
    "The last requests as an HTTP Archive, oldest first", access: .token(.read),
    reading: .journal, .journalPage, .limit, .serverAddress,
    responses: [.json("HAR 1.2", .object(.required("log", .anyObject)))]
  ) { api, journal, page, limit, address in
    let found = page.requests(in: journal).prefix(limit)
    return .json(HTTPArchive.json(found.reversed(), base: address, version: api.environment.version))
  }

  static let listen = Endpoint(
    .get, "/admin/requests/events", "listenToRequests", .requests,
    "Server-Sent Events: requests as they come",
    access: .token(.read), reading: .journal, .journalMatch, .lastEventID,
    responses: [.eventStream("An event for each request")], problems: [.tooManyListeners, .draining],
    allowsHead: false,
    stream: { _, responder, journal, match, last in journal.listen(match, after: last, responder) })

  static let verify = Endpoint(
    .post, "/admin/requests/verify", "verifyRequests", .requests,
    "Checks the number of recorded requests", access: .token(.read),
    reading: .journal, .body(JournalExpectation.schema, "What is expected."),
    responses: [.json("The number is as expected", RequestCount.self)], problems: [.notAsExpected]
  ) { (_, journal, body) throws(ScreensError) in
    let expectation = try JournalExpectation(body)
    let all = journal.entries.map(\.described)
    let count = all.count { expectation.match.matches($0) }
    guard expectation.isMet(by: count) else {
      return Problem(all, doNotMeet: expectation, count: count).response
    }
    return .json(RequestCount(count: count))
  }
}

/// A part of the journal.
struct JournalPage: Sendable {
  let match: JournalMatch
  let since: Int?
  let before: Int?

  /// The requests that match, newest first.
  func requests(in journal: RequestJournal) -> [RedactedRequest] {
    journal.entries.lazy
      .filter { entry in
        (before.map { entry.number < $0 } ?? true) && (since.map { entry.number > $0 } ?? true)
      }
      .map(\.described).filter { match.matches($0) }
  }
}

extension Problem {
  /// The maximum number of requests in each list of the problem.
  private static let shown = 3

  fileprivate init(_ all: [RedactedRequest], doNotMeet expectation: JournalExpectation, count: Int) {
    self.init(
      .notAsExpected, "\(count) of \(all.count) requests match, expected were \(expectation.text)")
    let misses = all.map { ($0, expectation.match.differences(from: $0)) }.filter { !$0.1.isEmpty }
      .sorted { $0.1.count < $1.1.count }
    members = [
      ("count", .number(JSONNumber(count))),
      (
        "matching",
        .array(
          all.lazy.filter { expectation.match.matches($0) }.prefix(Self.shown)
            .map { RecordedRequest(withoutBody: $0).jsonValue })
      ),
      (
        "nearest",
        .array(
          misses.prefix(Self.shown).map { request, differences in
            [
              "request": RecordedRequest(withoutBody: request).jsonValue,
              "differs": .object(differences.reduce(into: JSONObject()) { $0[$1.name] = $1.found }),
            ]
          })
      ),
    ]
  }
}

// MARK: Parameters

extension Parameter where Value == RequestJournal {
  fileprivate static var journal: Self {
    Parameter([], problems: [.noJournal]) { (_, _, api) throws(Problem) in
      guard let journal = api.serving.journal else {
        throw Problem(.noJournal, "the server was started with --journal 0")
      }
      return journal
    }
  }
}

extension Parameter where Value == JournalMatch {
  fileprivate static var journalMatch: Self {
    Parameter<JournalMatch>(
      .text("route", "Requests for the screen of this route."), .text("user", "Requests for this unit."),
      .integer("status", "Requests that were answered with this status."),
      .text("variant", "Requests that were answered with this variant."),
      .text("path", "Requests for this path, without the query."),
      .text("method", "Requests with this method.")
    ) { JournalMatch(route: $0, user: $1, status: $2, variant: $3, path: $4, method: $5) }
  }
}

extension Parameter where Value == JournalPage {
  fileprivate static var journalPage: Self {
    Parameter<JournalPage>(
      .journalMatch, .integer("since", "Lists only requests after the one with this id.", from: 0),
      .before
    ) { JournalPage(match: $0, since: $1, before: $2) }
  }
}

extension Parameter where Value == String {
  /// The address by which the client reached the server, followed by the prefix of all paths.
  fileprivate static var serverAddress: Self {
    Parameter([]) { request, _, api in
      (api.serving.address.url(for: request) ?? "http://localhost") + api.serving.path
    }
  }
}
