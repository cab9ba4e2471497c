import HTTPWire
import JSONText
import Screens

/// Live updates: `/screens/{route}/events` of one screen, and `/events` of several.
enum EventEndpoints {
  static let all: [Endpoint] = [listen, listenToSeveral]

  static let listen = Endpoint(
    .get, "/screens/{route}/events", "listenToScreen", .events,
    "Server-Sent Events: the current version of a screen, then each new one",
    reading: .route, .lastEventID, responses: [.eventStream("An event for each version")],
    problems: [.unknownScreen, .tooManyListeners, .draining],
    stream: { (api, responder, route, last) throws(ScreensError) in
      try api.checkHasScreen(route)
      api.serving.events.listen(
        to: route, current: { api.newestVersion(of: route) }, after: last.flatMap { $0 > 0 ? $0 : nil },
        responder)
    })

  static let listenToSeveral = Endpoint(
    .get, "/events", "listenToScreens", .events,
    "Server-Sent Events: the current versions of several screens, then each new one",
    reading: .followedScreens, responses: [.eventStream("An event for each version of each screen")],
    problems: [.unknownScreen, .tooManyListeners, .draining],
    stream: { (api, responder, screens) throws(ScreensError) in
      for screen in screens { try api.checkHasScreen(screen.route) }
      api.serving.events.listen(
        to: screens.map { ($0.route, $0.last) }, current: { api.newestVersion(of: $0) }, responder)
    })
}

extension ScreenAPI {
  /// - Throws: ``ScreensError/unknownRoute(_:nearest:)`` for a route that never had a screen.
  fileprivate func checkHasScreen(_ route: Route) throws(ScreensError) {
    let name = Array(route.name.utf8)
    guard name.withBytes({ serving.currentScreens.entry(route: $0) }) == nil else { return }
    let known = publisher.screens.all.map(\.route.name)
    throw .unknownRoute(route, nearest: NearestName.to(route.name, among: known))
  }

  fileprivate func newestVersion(of route: Route) -> (version: Int, isDeleted: Bool)? {
    let name = Array(route.name.utf8)
    let isDeleted =
      if case .deleted = name.withBytes({ serving.currentScreens.entry(route: $0) }) { true } else { false }
    return publisher.screens.newestVersion(of: route).map { ($0, isDeleted) }
  }
}

/// A screen that a client follows, with the version of the last event that it received.
struct FollowedScreen: Sendable {
  let route: Route
  let last: Int?
}

extension Parameter where Value == [FollowedScreen] {
  /// The largest number of screens of a stream. An app shows a handful at a time.
  private static var maximumRoutes: Int { 64 }

  /// The screens of a stream: their routes, and what the client already received of them.
  static var followedScreens: Self {
    Parameter<[FollowedScreen]>(routes, lastVersions) { routes, versions in
      routes.map { FollowedScreen(route: $0, last: versions[$0.name]) }
    }
  }

  private static var routes: Parameter<[Route]> {
    let declared = ParameterDeclaration(
      "routes", in: .query,
      "The routes of the screens, at most \(maximumRoutes), with commas between them, such as home,cart.",
      .string(
        pattern: "^[A-Za-z0-9][A-Za-z0-9._/-]*(,[A-Za-z0-9][A-Za-z0-9._/-]*)*$", maximumLength: 10_000),
      isRequired: true)
    return Parameter<[Route]>([declared], problems: [.badParameter]) { (_, arguments, _) throws(Problem) in
      var routes: [Route] = []
      for name in Set((arguments.query["routes"] ?? "").split(separator: ",")).sorted() {
        do throws(Route.NameError) {
          routes.append(try Route(String(name)))
        } catch {
          throw .badParameter("routes", error.message)
        }
      }
      guard (1...maximumRoutes).contains(routes.count) else {
        throw .badParameter("routes", "\"routes\" must have 1 to \(maximumRoutes) routes, such as home,cart")
      }
      return routes
    }
  }

  private static var lastVersions: Parameter<[String: Int]> {
    .header(
      .lastEventID, as: "Last-Event-ID",
      "Ids of received events, such as home:3, with commas between them: newer ones of these screens follow."
    ) { text in
      var versions: [String: Int] = [:]
      for id in (text ?? "").split(separator: ",") {
        let parts = id.split(separator: ":")
        guard parts.count == 2, let version = Int(parts[1]), version > 0 else { continue }
        versions[parts[0].filter { $0 != " " }] = version
      }
      return versions
    }
  }
}

extension ResponseDeclaration {
  /// Server-Sent Events.
  static func eventStream(_ description: String) -> ResponseDeclaration {
    ResponseDeclaration(200, description, content: [("text/event-stream", .string)])
  }
}
