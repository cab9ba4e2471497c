import Assignment
import HTTPWire
import JSONText
import ScreenChaos
import ScreenMock
import Screens
import Synchronization

/// Answers on their way out, with what the mock makes of them.
extension ScreenAPI {
  /// The answer to a request for a screen of which the mock may have something to say.
  func mocked(
    _ entry: Publication.Entry, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let name = String(decoding: route)
    let preferences: MockPreferences
    let query: ScreenQuery
    do throws(ParameterError) {
      preferences = try self.preferences(of: request)
      query = try ScreenQuery(request.query ?? .empty)
    } catch {
      return counted(.badParameter(error.name, error.detail), of: name)
    }
    let applied = serving.mock.effect(
      on: name,
      attributes: query.attributes(
        user: query.user ?? request.field(.screenUser).map { String(decoding: $0) }),
      preferences: preferences, isHead: request.method == .head, asksForVersion: query.version != nil)
    guard let applied else {
      return serveScreen(entry, route: route, request, loop)
    }
    let outcome = MockOutcome(applied, preferences: preferences.applied, isHead: request.method == .head)
    if let answer = outcome.withoutScreen {
      serving.tally.count(name, status: outcome.effect.status.map { Int($0.rawValue) } ?? 0)
      let later = environment.later
      return .deferred { outer in outcome.send(answer, to: outer, later) }
    }
    guard case .served(let served) = entry, let scenario = applied.scenario else {
      return mocked(entry, route: route, request, loop, outcome, applied)
    }
    if let made = serving.made.screen(served, by: scenario) {
      return mocked(.served(made), route: route, request, loop, outcome, applied)
    }
    let owned = request.owned()
    let later = environment.later
    return .deferred { outer in
      environment.offload {
        let made: ServedScreen
        do throws(ScreensError) {
          made = try serving.made.make(served, by: scenario, catalogue: loop.publication.catalogue)
        } catch {
          let problem = Problem(error)
          serving.tally.count(name, status: Int(problem.status.rawValue))
          return outcome.send(.response(problem.response), to: outer, later)
        }
        let reply = owned.withRequest { request in
          Array(name.utf8).withBytes {
            mocked(.served(made), route: $0, request, loop, outcome, applied)
          }
        }
        if case .deferred(let work) = reply { work(outer) }
      }
    }
  }

  /// What a request asks of the mock.
  func preferences(of request: borrowing HTTPRequest) throws(ParameterError) -> MockPreferences {
    do throws(MockPreferences.Fault) {
      return try MockPreferences(request, scenarios: serving.mock.scenarioNames)
    } catch {
      throw ParameterError(name: error.name, detail: error.detail)
    }
  }

  /// The answer with a screen, be it as it is or as a scenario has it.
  private func mocked(
    _ entry: Publication.Entry, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot,
    _ outcome: MockOutcome, _ applied: Mock.Applied
  ) -> Reply {
    let later = environment.later
    if let kind = applied.effect.chaos, case .served(let served) = entry {
      let chaos = Chaos(kind: kind, seed: applied.seed)
      return broken(served, by: chaos, outcome, request, loop)
    }
    let reply = serveScreen(entry, route: route, request, loop)
    return .deferred { outer in
      switch reply {
      case .deferred(let work):
        let inner = Responder(
          makeWriter: { outer.makeWriter() }, deliver: { outcome.send($0, to: outer, later) })
        work(inner)
      case .response(let response): outcome.send(.response(response), to: outer, later)
      case .prepared(let response), .preparedAdding(let response, _):
        outcome.send(.prepared(response), to: outer, later)
      case .stream: outcome.send(.none, to: outer, later)
      }
    }
  }
}

extension ScreenAPI {
  /// The answer with a screen that chaos has changed. One at a time: they may be large.
  private func broken(
    _ served: ServedScreen, by chaos: Chaos, _ outcome: MockOutcome, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    let owned = request.owned()
    let publication = loop.publication
    let later = environment.later
    return .deferred { outer in
      // Made when its time has come, and sent at once: nobody else has these bytes, so they are not to wait.
      later(outcome.delay) {
        let response = serving.mock.oneAtATime.withLock { _ in
          owned.withRequest { broken(served, by: chaos, $0, publication) }
        }
        outcome.sendNow(.response(response), to: outer, later)
      }
    }
  }

  private func broken(
    _ served: ServedScreen, by chaos: Chaos, _ request: borrowing HTTPRequest, _ publication: Publication
  ) -> HTTPResponse {
    let route = served.current.route
    do throws(ScreensError) {
      let prepared = try served.prepare()
      guard case .rendition(let chosen) = choose(prepared, request, publication, render: true, records: true)
      else {
        return Problem(
          400, "bad-parameter", "A parameter is wrong",
          "chaos is for the version in force, as apps ask for it"
        ).response
      }
      let schemas = publication.catalogue.viewTypes.mapValues(\.schema)
      guard var values = try? values(of: request, seed: chaos.seed) else {
        return .problem(.internalFault)
      }
      let (body, contentType) = chosen.broken(by: chaos, schemas: schemas, values: &values)
      let common: [HTTPField] = [
        HTTPField("Content-Type", cleaning: contentType), HTTPField("Cache-Control", "no-store"),
        HTTPField("Access-Control-Allow-Origin", "*"),
      ]
      serving.tally.count(route.name, status: 200)
      return HTTPResponse(200, fields: common + chosen.rendered().fields, body: body)
    } catch {
      return Problem(error).response
    }
  }
}

/// One answer that the mock has something to do with.
struct MockOutcome: Sendable {
  let effect: MockEffect
  private let fields: [HTTPField]
  let delay: Int
  private let isHead: Bool

  /// Milliseconds between the pieces of a body that drips.
  private static let drip = 50
  /// What a client gets that is no HTTP.
  private static let garbage = Array("\u{1}\u{2}\u{7F}lorem ipsum, and no HTTP\r\n\r\n".utf8)

  init(_ applied: Mock.Applied, preferences: [String], isHead: Bool) {
    var random = applied.random
    var effect = applied.effect
    if effect.chaos != nil { effect.bytesPerSecond = nil }
    self.effect = effect
    delay = applied.effect.delay.map { $0.milliseconds(&random) } ?? 0
    self.isHead = isHead
    fields = Self.fields(applied: applied.names, preferences: preferences)
  }

  /// What says in an answer who has changed it.
  /// - Parameter preferences: those of the field `Prefer` that were met.
  static func fields(applied names: [String], preferences: [String]) -> [HTTPField] {
    var fields: [HTTPField] = []
    if !names.isEmpty {
      fields.append(HTTPField("Mock-Applied", cleaning: names.joined(separator: ", ")))
    }
    if !preferences.isEmpty {
      fields.append(HTTPField("Preference-Applied", cleaning: preferences.joined(separator: ", ")))
      // RFC 7240 §2.
      fields.append(HTTPField("Vary", "Prefer"))
    }
    if !fields.isEmpty {
      fields.append(HTTPField("Access-Control-Expose-Headers", "Mock-Applied, Preference-Applied"))
    }
    return fields
  }

  /// The answer when the screen has no part in it.
  var withoutScreen: Responder.Answer? {
    switch effect.fault {
    case .reset: return .reset
    case .empty: return .raw([])
    case .garbage: return .raw(Self.garbage)
    case .half, nil: break
    }
    guard let status = effect.status else { return nil }
    // 205 has no body either, though it has a length (RFC 9110 §15.3.6).
    if status.isBodiless || status == 205 { return .response(HTTPResponse(status)) }
    return .response(
      Problem(status, "mock", status.reason, "the mock was asked for this status").response)
  }

  /// Sends an answer, once its time has come.
  func send(
    _ answer: Responder.Answer, to responder: Responder,
    _ later: @escaping APIEnvironment.Later
  ) {
    guard delay > 0 else { return sendNow(answer, to: responder, later) }
    later(delay) { sendNow(answer, to: responder, later) }
  }

  func sendNow(
    _ answer: Responder.Answer, to responder: Responder,
    _ later: @escaping APIEnvironment.Later
  ) {
    var response: HTTPResponse
    // A view of the bytes that all who are sent this body share.
    let body: ArraySlice<UInt8>
    switch answer {
    case .response(let known): (response, body) = (known, known.body[...])
    case .prepared(let known): (response, body) = (known.head, known.body)
    case .raw(let bytes):
      responder.end(with: bytes)
      return
    case .reset:
      responder.reset()
      return
    case .stream, .none:
      responder.respond(HTTPResponse.problem(.internalFault))
      return
    }
    response.fields += fields
    let isWhole = effect.fault != .half && effect.bytesPerSecond == nil
    guard !isHead, !response.status.isBodiless, !body.isEmpty, !isWhole else {
      response.body = Array(body)
      responder.respond(response)
      return
    }
    let sent = effect.fault == .half ? body.count / 2 : body.count
    response.body = []
    guard let writer = responder.stream(response, length: body.count) else { return }
    Self.write(body.prefix(sent), to: writer, rate(of: body), later)
  }

  /// Bytes a second; nil for all at once. A body that would take longer than the longest delay drips faster.
  private func rate(of body: ArraySlice<UInt8>) -> Int? {
    effect.bytesPerSecond.map { max($0, body.count * 1000 / MockDelay.maximum + 1) }
  }

  /// Writes what is left of a body, all of it or a drop at a time. What is missing then ends the connection.
  private static func write(
    _ rest: ArraySlice<UInt8>, to writer: StreamWriter, _ bytesPerSecond: Int?,
    _ later: @escaping APIEnvironment.Later
  ) {
    guard writer.isOpen else { return }
    guard !rest.isEmpty else { return writer.finish() }
    // Slower than a byte a drop, the pause between drops is longer.
    let rate = bytesPerSecond ?? rest.count
    let (size, pause): (Int, Int)
    if bytesPerSecond == nil {
      (size, pause) = (min(rest.count, 65_536), 0)
    } else if rate >= 1000 / drip {
      (size, pause) = (min(rate / (1000 / drip), 65_536), drip)
    } else {
      (size, pause) = (1, 1000 / max(rate, 1))
    }
    let piece = rest.prefix(size)
    let left = writer.write(Array(piece)) ? rest.dropFirst(piece.count) : rest
    guard !left.isEmpty else { return writer.finish() }
    later(max(pause, left.count == rest.count ? drip : 0)) { write(left, to: writer, bytesPerSecond, later) }
  }
}
