import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// The reply for a route that is percent-encoded in the path, or unknown.
  func screen(
    _ name: String, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    let route = Array(name.utf8)
    if let entry = route.withBytes({ loop.screens.entry(route: $0) }) {
      return route.withBytes { serve(entry, route: $0, request, loop) }
    }
    if let reply = previewOfUnpublished(name, request, loop) { return reply }
    let reply = unknownScreen(name)
    // The journal also records requests for unknown screens, because tests check for them.
    guard let journal = serving.journal, journal.accepts() else { return reply }
    return route.withBytes { journaled(reply, route: $0, request, journal) }
  }

  private func unknownScreen(_ name: String) -> Reply {
    offloaded(counting: ScreenEndpoints.get.path.description) { responder in
      let known = publisher.screens.all.map(\.route.name)
      let problem = Self.problem(of: name) { .unknownRoute($0, nearest: NearestName.to(name, among: known)) }
      responder.respond(.response(problem.screenResponse))
    }
  }
}
