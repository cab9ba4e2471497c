import HTTPWire
import Screens

/// Screens with an open rollout.
extension ScreenAPI {
  /// The reply to a request for such a screen: the version of the unit, with the token for reports about it.
  func serve(
    _ rolling: RollingScreen, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    // A session and a change set show what is for everybody.
    guard serving.place == .server else {
      return serveScreen(.served(rolling.old), route: route, request, loop)
    }
    guard rolling.isPrepared else {
      let (owned, name) = (request.owned(), Array(route))
      return .deferred { responder in
        environment.offload {
          rolling.prepare()
          let reply = owned.withRequest { request in
            name.withBytes { serve(rolling, route: $0, request, loop) }
          }
          responder.respond(reply)
        }
      }
    }
    guard let member = rolling.member(request) else {
      return serveScreen(.served(rolling.old), route: route, request, loop)
    }
    let reply = serveScreen(.served(rolling.screen(for: member)), route: route, request, loop)
    return reply.adding(rolling.report(for: member, at: publisher.now))
  }

  /// The current version of a screen that a request gets, with the token for reports if it takes part in a rollout.
  func current(
    _ entry: ServedScreens.Entry, for request: borrowing HTTPRequest
  ) -> (screen: ServedScreen, report: HTTPField?)? {
    guard case .rolling(let rolling) = entry else { return entry.forEverybody.map { ($0, nil) } }
    guard serving.place == .server else { return (rolling.old, nil) }
    if !rolling.isPrepared { rolling.prepare() }
    let member = rolling.member(request)
    return (rolling.screen(for: member), member.map { rolling.report(for: $0, at: publisher.now) })
  }
}

extension Reply {
  /// The reply with a field, if it shows a screen or says that the client has it.
  fileprivate func adding(_ field: HTTPField) -> Reply {
    switch self {
    case .prepared(let response):
      return response.status.isOfScreen ? .prepared(response.adding(field)) : self
    case .response(var response):
      if response.status.isOfScreen { response.fields.append(field) }
      return .response(response)
    case .deferred(let work):
      return .deferred { outer in
        work(
          Responder(insteadOf: outer) { outcome in
            switch outcome {
            case .response(let response): outer.respond(Reply.response(response).adding(field))
            case .prepared(let response): outer.respond(Reply.prepared(response).adding(field))
            default: outer.forward(outcome)
            }
          })
      }
    case .stream: return self
    }
  }
}

extension HTTPStatus {
  fileprivate var isOfScreen: Bool { rawValue == 200 || rawValue == 226 || rawValue == 304 }
}
