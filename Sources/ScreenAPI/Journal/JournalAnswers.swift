import HTTPWire
import JSONText
import Screens

/// What was asked for.
extension ScreenAPI {
  /// The answer to a request for a screen, taken note of.
  func journaled(
    _ reply: Reply, route: Bytes, _ request: borrowing HTTPRequest, _ journal: RequestJournal
  ) -> Reply {
    switch reply {
    case .prepared(let response), .preparedAdding(let response, _):
      journal.note(request, route: route, since: nil, .prepared(response))
      return reply
    case .response(let response):
      journal.note(request, route: route, since: nil, .response(response))
      return reply
    case .deferred(let work):
      let owned = request.owned()
      let name = Array(route)
      let start = ContinuousClock.now
      return .deferred { outer in
        work(
          Responder(
            makeWriter: { outer.makeWriter() },
            deliver: { answer in
              owned.withRequest { request in
                name.withBytes { journal.note(request, route: $0, since: start, answer) }
              }
              outer.forward(answer)
            }))
      }
    case .stream: return reply
    }
  }

  /// `GET /admin/requests/events`: the requests that match, as they come.
  func requestEvents(
    _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ responder: CountedResponder
  ) {
    guard let journal = serving.journal else { return responder.respond(.response(noJournal())) }
    let last = request.field(.lastEventID).flatMap { Int(String(decoding: $0)) }
    journal.listen(parameters.match, after: last, responder)
  }

  private func noJournal() -> HTTPResponse {
    Problem(404, "no-journal", "No requests are kept", "the server was started with --journal 0").response
  }

  /// What parameters ask for, the newest first.
  private func found(_ parameters: AdminParameters, in journal: RequestJournal) -> [DescribedRequest] {
    journal.entries.lazy
      .filter { entry in
        (parameters.before.map { entry.number < $0 } ?? true)
          && (parameters.since.map { entry.number > $0 } ?? true)
      }
      .map(\.described).filter { parameters.match.matches($0) }
  }

  /// `GET` and `DELETE /admin/requests`.
  func requests(_ request: borrowing HTTPRequest, _ parameters: AdminParameters) -> HTTPResponse {
    guard let journal = serving.journal else { return noJournal() }
    if request.method == .delete {
      journal.removeAll()
      return Self.json(["requests": []])
    }
    let found = found(parameters, in: journal).prefix(parameters.limit)
    return Self.json([
      "requests": .array(found.map(\.json)), "skipped": .number(JSONNumber(journal.skippedCount)),
    ])
  }

  /// `GET /admin/requests/count`.
  func requestCount(_ parameters: AdminParameters) -> HTTPResponse {
    guard let journal = serving.journal else { return noJournal() }
    return Self.json(["count": .number(JSONNumber(found(parameters, in: journal).count))])
  }

  /// Requests that are told of when something is not as expected.
  private static let nearest = 3

  /// `POST /admin/requests/verify`.
  func verifyRequests(_ body: [UInt8]) throws(ScreensError) -> HTTPResponse {
    guard let journal = serving.journal else { return noJournal() }
    let expectation = try JournalExpectation(body)
    let all = journal.entries.map(\.described)
    let count = all.count { expectation.match.matches($0) }
    guard !expectation.isMet(by: count) else { return Self.json(["count": .number(JSONNumber(count))]) }
    var problem = Problem(
      422, "not-as-expected", "The requests are not as expected",
      "\(count) of \(all.count) requests match, expected were \(expectation.text)")
    let misses = all.map { ($0, expectation.match.differences(from: $0)) }.filter { !$0.1.isEmpty }
      .sorted { $0.1.count < $1.1.count }
    problem.members = [
      ("count", .number(JSONNumber(count))),
      (
        "matching",
        .array(all.lazy.filter { expectation.match.matches($0) }.prefix(Self.nearest).map(\.jsonWithoutBody))
      ),
      (
        "nearest",
        .array(
          misses.prefix(Self.nearest).map { request, differences in
            [
              "request": request.jsonWithoutBody,
              "differs": .object(differences.reduce(into: JSONObject()) { $0[$1.name] = $1.found }),
            ]
          })
      ),
    ]
    return problem.response
  }

  /// `GET /admin/requests/har`: an HTTP Archive (<http://www.softwareishard.com/blog/har-12-spec/>).
  func requestArchive(_ parameters: AdminParameters) -> HTTPResponse {
    guard let journal = serving.journal else { return noJournal() }
    let base = (serving.address.url ?? "") + serving.path
    let entries = found(parameters, in: journal).prefix(parameters.limit).map { $0.archived(base: base) }
    return Self.json([
      "log": [
        "version": "1.2", "creator": ["name": "marquee", "version": .string(environment.version)],
        "entries": .array(entries),
      ]
    ])
  }
}

extension DescribedRequest {
  /// As an archive has it.
  /// - Parameter base: what stands before its path.
  fileprivate func archived(base: String) -> JSONValue {
    let status = entry.status
    return [
      "startedDateTime": .string(Timestamp.text(Double(entry.at) / 1000)),
      "time": .number(JSONNumber(entry.duration)),
      "request": [
        "method": .string(entry.isHead ? "HEAD" : "GET"), "url": .string(base + path),
        "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": .array(byField.map { [["name": "Screen-User", "value": .string($0)]] } ?? []),
        "queryString": .array(
          parameters.map { ["name": .string($0.name), "value": .string($0.value)] }),
        "headersSize": -1,
        "bodySize": 0,
      ],
      "response": [
        "status": .number(JSONNumber(status ?? 0)),
        "statusText": .string(status.map { HTTPStatus(rawValue: $0).reason } ?? ""),
        "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
        "content": content, "redirectURL": "", "headersSize": -1,
        "bodySize": -1,
      ], "cache": [:],
      "timings": ["send": 0, "wait": .number(JSONNumber(entry.duration)), "receive": 0],
    ]
  }

  /// As an archive has the content of an answer.
  fileprivate var content: JSONValue {
    let type = fields.first { $0.isNamed("content-type") }?.value ?? ""
    guard let body else { return ["size": -1, "mimeType": .string(type)] }
    return [
      "size": .number(JSONNumber(body.utf8.count)), "mimeType": .string(type), "text": .string(body),
    ]
  }
}
