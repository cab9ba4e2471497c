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
  /// - Parameter path: the app's own address of the screen; nil for `/screens/…`.
  func mocked(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot, at path: String? = nil
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
      preferences: preferences, isHead: request.method == .head, asksForVersion: query.version != nil,
      at: path)
    guard let applied else {
      return serveScreen(entry, route: route, request, loop)
    }
    // The mock changes what everybody gets.
    let shown = entry.forEverybody.map { ServedScreens.Entry.served($0) } ?? entry
    let outcome = MockOutcome(applied, preferences: preferences.applied, isHead: request.method == .head)
    // Delays of rules, and of requests with a token, are not limited.
    guard outcome.isSlow, !preferences.isEmpty, case .failure = bearer(request) else {
      return respond(shown, route: route, request, loop, outcome, applied)
    }
    let owned = request.owned()
    return .deferred { outer in
      owned.withRequest { request in
        let client = serving.address.client(of: request) ?? outer.watch.peer
        guard
          let slot = environment.slowResponses.take(for: client?.network, bodyBytes: request.body.count)
        else { return outer.respond(refused(.tooManyDelays, of: name)) }
        var outcome = outcome
        outcome.slot = slot
        outer.respond(
          Array(name.utf8).withBytes { respond(shown, route: $0, request, loop, outcome, applied) })
      }
    }
  }

  /// The response with the effects of the mock.
  private func respond(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot, _ outcome: MockOutcome, _ applied: Mock.Applied
  ) -> Reply {
    let name = String(decoding: route)
    if let response = outcome.withoutScreen {
      serving.tally.count(name, status: outcome.effect.status ?? 0)
      return .deferred { outer in outcome.send(response, to: outer, environment) }
    }
    guard case .served(let served) = entry, let scenario = applied.scenario else {
      return mocked(entry, route: route, request, loop, outcome, applied)
    }
    if let made = serving.made.screen(served, by: scenario) {
      return mocked(.served(made), route: route, request, loop, outcome, applied)
    }
    let owned = request.owned()
    return .deferred { outer in
      environment.offload {
        let made: ServedScreen
        do throws(ScreensError) {
          made = try serving.made.make(served, by: scenario, catalogue: loop.screens.catalogue)
        } catch {
          let problem = Problem(error)
          serving.tally.count(name, status: Int(problem.status.rawValue))
          return outcome.send(.response(problem.screenResponse), to: outer, environment)
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
    if let kind = applied.effect.chaos, case .served(let served) = entry {
      let chaos = Chaos(kind: kind, seed: applied.seed)
      return damaged(served, by: chaos, outcome, request, loop)
    }
    let reply = serveScreen(entry, route: route, request, loop)
    return .deferred { outer in
      switch reply {
      case .deferred(let work):
        work(Responder(insteadOf: outer) { outcome.send($0, to: outer, environment) })
      case .response(let response): outcome.send(.response(response), to: outer, environment)
      case .prepared(let response): outcome.send(.prepared(response), to: outer, environment)
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
    return .deferred { outer in
      // Rendered after the delay and sent at once, so that no memory is held during the delay.
      outcome.afterDelay(outer, environment) {
        let work = { @Sendable in
          let response = owned.withRequest { damaged(served, by: chaos, $0, screens) }
          serving.tally.count(served.current.route.name, status: Int(response.status.rawValue))
          outcome.sendNow(.response(response), to: outer, environment.later)
        }
        environment.offload { _ = serving.turns.run([.chaos], on: environment.offload, work) }
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
      let damaged = chosen.damaged(
        by: chaos, schemas: schemas, values: &values, base: base(of: chosen, for: request))
      guard let (body, contentType) = damaged else { return chosen.tooLarge.screenResponse }
      let own: [HTTPField] = [
        HTTPField("Content-Type", cleaning: contentType), HTTPField("Cache-Control", "no-store"),
      ]
      return HTTPResponse(200, fields: own + chosen.fields + chosen.common, body: body)
    } catch {
      return Problem(error).screenResponse
    }
  }
}
