import JSONText
import Screens

/// What a recording means for a screen that the folder has.
enum ExistingScreen {
  /// It sends the recorded responses already.
  case unchanged([CaptureOutcome])
  /// An earlier capture has written it, with these responses to other queries.
  case replaceable([CapturedScreen.Expectation])

  /// - Throws: ``Omission`` if the screen sends something else and is not replaced.
  init(
    at route: Route, in folder: ExistingScreens, _ expectations: [CapturedScreen.Expectation],
    with catalogue: Catalogue
  ) throws(Omission) {
    let screen = CapturedScreen(
      route: route, format: folder.format(of: route) ?? Definition.defaultFormat,
      json: (folder.screens[route] ?? nil) ?? .null, isLiteral: false, items: [], expectations: expectations)
    let outcomes = try screen.outcomes(with: catalogue)
    if outcomes.allSatisfy(\.result.isSent) {
      self = .unchanged(outcomes)
      return
    }
    if let protection = folder.protection(of: route) {
      throw Omission(
        "the folder already has \(route.name).json, which sends something else and is not changed, because "
          + protection.reason, at: .response(outcomes.lazy.compactMap(\.result.difference).first ?? .root))
    }
    let known = Set(expectations.map(\.query.key))
    let queries = folder.queries(of: route).filter { !known.contains($0.key) }
    guard queries.count + known.count <= CaptureLimits.requestsPerRoute else {
      throw Omission(
        "with those of \(route.name).json, the route has more than \(CaptureLimits.requestsPerRoute) different queries",
        in: "request", "url")
    }
    self = .replaceable(try screen.responses(to: queries, with: catalogue))
  }
}
