import Assignment
import HTTPWire
import JSONText
import ScreenChaos
import ScreenMock
import Screens
import Synchronization

/// Responses with the effects of the mock.
extension ScreenAPI {
  /// The response to a screen request that the mock may change.
  func mocked(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    let name = String(decoding: route)
    let preferences: MockPreferences
    let query: ScreenQuery
    do throws(ParameterError) {
      preferences = try self.preferences(of: request)
      query = try ScreenQuery(request.query ?? .empty)
    } catch {
      return refused(.badParameter(error.name, error.detail), of: name)
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
    if let response = outcome.withoutScreen {
      serving.tally.count(name, status: outcome.effect.status ?? 0)
      let later = environment.later
      return .deferred { outer in outcome.send(response, to: outer, later) }
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
          made = try serving.made.make(served, by: scenario, catalogue: loop.screens.catalogue)
        } catch {
          let problem = Problem(error)
          serving.tally.count(name, status: Int(problem.status.rawValue))
          return outcome.send(.response(problem.screenResponse), to: outer, later)
        }
        let reply = owned.withRequest { request in
          Array(name.utf8).withBytes {
            mocked(.served(made), route: $0, request, loop, outcome, applied)
          }
        }
        outer.respond(reply)
      }
    }
  }

  /// The effects that a request asks for.
  func preferences(of request: borrowing HTTPRequest) throws(ParameterError) -> MockPreferences {
    do throws(MockPreferences.SyntaxError) {
      return try MockPreferences(request, scenarios: serving.mock.scenarioNames)
    } catch {
      throw ParameterError(name: error.name, detail: error.detail)
    }
  }

  /// The response with a published screen or a scenario's version of it.
  private func mocked(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot,
    _ outcome: MockOutcome, _ applied: Mock.Applied
  ) -> Reply {
    let later = environment.later
    if let kind = applied.effect.chaos, case .served(let served) = entry {
      let chaos = Chaos(kind: kind, seed: applied.seed)
      return damaged(served, by: chaos, outcome, request, loop)
    }
    let reply = serveScreen(entry, route: route, request, loop)
    return .deferred { outer in
      switch reply {
      case .deferred(let work):
        let inner = Responder(
          makeWriter: { outer.makeWriter() }, deliver: { outcome.send($0, to: outer, later) })
        work(inner)
      case .response(let response): outcome.send(.response(response), to: outer, later)
      case .prepared(let response): outcome.send(.prepared(response), to: outer, later)
      case .stream: outer.respond(reply)
      }
    }
  }
}

extension ScreenAPI {
  /// The response with a screen damaged by chaos.
  private func damaged(
    _ served: ServedScreen, by chaos: Chaos, _ outcome: MockOutcome, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    let owned = request.owned()
    let screens = loop.screens
    let later = environment.later
    return .deferred { outer in
      // Rendered after the delay and sent at once, so that no memory is held during the delay.
      later(outcome.delay) {
        let response = serving.mock.chaosLock.withLock { _ in
          owned.withRequest { damaged(served, by: chaos, $0, screens) }
        }
        serving.tally.count(served.current.route.name, status: Int(response.status.rawValue))
        outcome.sendNow(.response(response), to: outer, later)
      }
    }
  }

  private func damaged(
    _ served: ServedScreen, by chaos: Chaos, _ request: borrowing HTTPRequest, _ screens: ServedScreens
  ) -> HTTPResponse {
    do throws(ScreensError) {
      let prepared = try served.prepare()
      guard case .rendition(let chosen) = content(of: prepared, request, screens, records: true)
      else {
        return Problem(
          400, "bad-parameter", "A parameter is wrong",
          "chaos applies only to the current version; leave out \"version\""
        ).screenResponse
      }
      let schemas = screens.catalogue.viewTypes.mapValues(\.schema)
      guard var values = try? values(of: request, seed: chaos.seed) else {
        return .internalFault
      }
      let (body, contentType) = chosen.damaged(
        by: chaos, schemas: schemas, values: &values, base: serving.address.url(for: request))
      let own: [HTTPField] = [
        HTTPField("Content-Type", cleaning: contentType), HTTPField("Cache-Control", "no-store"),
      ]
      return HTTPResponse(200, fields: own + chosen.fields + chosen.common, body: body)
    } catch {
      return Problem(error).screenResponse
    }
  }
}

/// One response with the effects of the mock.
struct MockOutcome: Sendable {
  let effect: MockEffect
  private let fields: [HTTPField]
  let delay: Int
  private let isHead: Bool

  /// The pause between two writes of a throttled body, in milliseconds.
  private static let writeInterval = 50

  init(_ applied: Mock.Applied, preferences: [String], isHead: Bool) {
    var random = applied.random
    var effect = applied.effect
    if effect.chaos != nil { effect.bytesPerSecond = nil }
    self.effect = effect
    delay = applied.effect.delay.map { $0.milliseconds(&random) } ?? 0
    self.isHead = isHead
    fields = Self.fields(applied: applied.names, preferences: preferences)
  }

  /// The response fields that name the rules and preferences that were applied.
  /// - Parameter preferences: the preferences of the field `Prefer` that were applied.
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
    return fields
  }

  /// The response, if it does not contain the screen.
  var withoutScreen: Responder.Outcome? {
    switch effect.fault?.outcome {
    case .reset: return .reset
    case .bytes(let bytes): return .raw(bytes)
    case .truncatedBody, nil: break
    }
    guard let status = effect.status.map({ HTTPStatus(rawValue: $0) }) else { return nil }
    // 205 has no body either, though it has a length (RFC 9110 §15.3.6).
    if status.isBodiless || status == 205 {
      return .response(HTTPResponse(status, fields: Rendition.common()))
    }
    return .response(
      Problem(status, "mock", status.reason, "the mock was asked for this status").screenResponse)
  }

  /// Sends a response after the delay.
  func send(
    _ outcome: Responder.Outcome, to responder: Responder,
    _ later: @escaping APIEnvironment.Later
  ) {
    guard delay > 0 else { return sendNow(outcome, to: responder, later) }
    later(delay) { sendNow(outcome, to: responder, later) }
  }

  func sendNow(
    _ outcome: Responder.Outcome, to responder: Responder,
    _ later: @escaping APIEnvironment.Later
  ) {
    var response: HTTPResponse
    // A view of the body's bytes, which all responses share.
    let body: ArraySlice<UInt8>
    switch outcome {
    case .response(let known): (response, body) = (known, known.body[...])
    case .prepared(let known): (response, body) = (known.head, known.body)
    case .raw(let bytes):
      responder.end(with: bytes)
      return
    case .reset:
      responder.reset()
      return
    case .stream, .none:
      // There is no whole body to change.
      responder.forward(outcome)
      return
    }
    response.fields += fields
    let isTruncated = effect.fault?.outcome == .truncatedBody
    let isWhole = !isTruncated && effect.bytesPerSecond == nil
    guard !isHead, !response.status.isBodiless, !body.isEmpty, !isWhole else {
      response.body = Array(body)
      responder.respond(response)
      return
    }
    let sent = isTruncated ? body.count / 2 : body.count
    response.body = []
    guard let writer = responder.stream(response, length: body.count) else { return }
    Self.write(body.prefix(sent), to: writer, rate(of: body), later)
  }

  /// Bytes per second; nil for no limit. A body that would take longer than the longest delay is sent faster.
  private func rate(of body: ArraySlice<UInt8>) -> Int? {
    effect.bytesPerSecond.map { max($0, body.count * 1000 / MockDelay.maximum + 1) }
  }

  /// Writes the rest of a body, all of it or piece by piece. If bytes are missing at the end, the connection is closed.
  private static func write(
    _ rest: ArraySlice<UInt8>, to writer: StreamWriter, _ bytesPerSecond: Int?,
    _ later: @escaping APIEnvironment.Later
  ) {
    guard writer.isOpen else { return }
    guard !rest.isEmpty else { return writer.finish() }
    // Below one byte per interval, the pause is longer.
    let rate = bytesPerSecond ?? rest.count
    let (size, pause): (Int, Int)
    if bytesPerSecond == nil {
      (size, pause) = (min(rest.count, 65_536), 0)
    } else if rate >= 1000 / writeInterval {
      (size, pause) = (min(rate / (1000 / writeInterval), 65_536), writeInterval)
    } else {
      (size, pause) = (1, 1000 / max(rate, 1))
    }
    let piece = rest.prefix(size)
    let left = writer.write(Array(piece)) ? rest.dropFirst(piece.count) : rest
    guard !left.isEmpty else { return writer.finish() }
    later(max(pause, left.count == rest.count ? writeInterval : 0)) {
      write(left, to: writer, bytesPerSecond, later)
    }
  }
}
