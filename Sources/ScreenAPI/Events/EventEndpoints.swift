import HTTPWire
import JSONText
import Screens

/// Live updates: `/screens/{route}/events`.
enum EventEndpoints {
  static let all: [Endpoint] = [listen]

  static let listen = Endpoint(
    .get, "/screens/{route}/events", "listenToScreen", .events,
    "Server-Sent Events: the current version of a screen, then each new one",
    reading: .route, .lastEventID, responses: [.eventStream("An event for each version")],
    problems: [.unknownScreen, .tooManyListeners, .draining],
    stream: { (api, responder, route, last) throws(ScreensError) in
      let name = Array(route.name.utf8)
      guard let entry = name.withBytes({ api.serving.currentScreens.entry(route: $0) }) else {
        let known = api.publisher.screens.all.map(\.route.name)
        throw .unknownRoute(route, nearest: NearestName.to(route.name, among: known))
      }
      let isDeleted = if case .deleted = entry { true } else { false }
      api.serving.events.listen(
        to: route, current: { api.publisher.screens.newestVersion(of: route).map { ($0, isDeleted) } },
        after: last.flatMap { $0 > 0 ? $0 : nil }, responder)
    })
}

extension ResponseDeclaration {
  /// Server-Sent Events.
  static func eventStream(_ description: String) -> ResponseDeclaration {
    ResponseDeclaration(200, description, content: [("text/event-stream", .string)])
  }
}
