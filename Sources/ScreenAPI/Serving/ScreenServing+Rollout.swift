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
    guard let placement = rolling.placement(request, at: publisher.coarseSecond) else {
      return serveScreen(.served(rolling.old), route: route, request, loop)
    }
    // Each side on its own: a choice between two references would have to count them.
    return placement.member.isNew
      ? serve(rolling.new, placement, of: rolling, route: route, request, loop)
      : serve(rolling.old, placement, of: rolling, route: route, request, loop)
  }

  private func serve(
    _ served: ServedScreen, _ placement: consuming RollingScreen.Placement, of rolling: RollingScreen,
    route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let member = placement.member
    return counting(
      serve(served, report: (consume placement).report, route: route, request, loop), to: member, of: rolling,
      request)
  }

  /// The current version of a screen that a request gets, with its field if its unit takes part in a rollout.
  func current(
    _ entry: ServedScreens.Entry, for request: borrowing HTTPRequest
  ) -> (screen: ServedScreen, report: RenderedField?)? {
    guard case .rolling(let rolling) = entry else { return entry.forEverybody.map { ($0, nil) } }
    guard serving.place == .server else { return (rolling.old, nil) }
    rolling.prepare()
    let placement = rolling.placement(request, at: publisher.coarseSecond)
    return (rolling.screen(at: placement), placement?.report)
  }
}
