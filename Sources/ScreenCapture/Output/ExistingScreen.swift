import JSONText
import Screens

/// What a recording means for a screen that the folder has.
enum ExistingScreen {
  /// It sends the recorded responses already.
  case unchanged([CaptureOutcome])
  /// An earlier capture has written it, with these earlier responses to other queries.
  case replaceable([CapturedScreen.Expectation], earlier: [CapturedScreen.Expectation])

  /// - Throws: ``Omission`` if the screen sends something else and is not replaced.
  init(
    at route: Route, in folder: ExistingScreens, _ expectations: [CapturedScreen.Expectation],
    with catalogue: Catalogue
  ) throws(Omission) {
    var screen = CapturedScreen(
      route: route, format: folder.format(of: route) ?? Definition.defaultFormat,
      json: (folder.screens[route] ?? nil) ?? .null, isLiteral: false, items: [], expectations: [])
    let (recorded, pages) = Self.adding(
      try screen.earlierPages(of: folder.queries(of: route), with: catalogue), to: expectations)
    screen.expectations = PageWalk.joined(recorded + pages)
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
    let known = Set((recorded + pages).map(\.query.key))
    let queries = folder.queries(of: route).filter { $0.page == nil && !known.contains($0.key) }
    guard queries.count + known.count <= CaptureLimits.requestsPerRoute else {
      throw Omission(
        "with those of \(route.name).json, the route has more than \(CaptureLimits.requestsPerRoute) different queries",
        in: "request", "url")
    }
    self = .replaceable(
      recorded + pages, earlier: try screen.responses(to: queries, with: catalogue))
  }

  /// The recorded responses and the other pages of earlier recordings. A cursor can be another one each time, so a page
  /// that leads to no recorded one leads to the page that followed it.
  private static func adding(
    _ walks: [[CapturedScreen.Expectation]], to recorded: [CapturedScreen.Expectation]
  ) -> (recorded: [CapturedScreen.Expectation], pages: [CapturedScreen.Expectation]) {
    var (recorded, pages) = (recorded, [CapturedScreen.Expectation]())
    for walk in walks {
      let numbers = walk.map { page in recorded.firstIndex { $0.query.key == page.query.key } }
      let others = walk.indices.filter { numbers[$0] == nil }.map { walk[$0] }
      for (number, next) in zip(walk.indices, walk.indices.dropFirst()) {
        guard let index = numbers[number] else { continue }
        let page = recorded[index]
        let scalars = PageLink.scalars(of: page.response)
        let leadsOn = (recorded + others).contains { target in
          target.query.key != page.query.key
            && !PageLink.links(from: page.query, scalars, to: target.query).isEmpty
        }
        guard !leadsOn,
          let old = PageLink.links(
            from: walk[number].query, PageLink.scalars(of: walk[number].response), to: walk[next].query
          ).first, let present = old.pointer.value(in: page.response), present != .null,
          let value = old.pointer.value(in: walk[number].response)
        else { continue }
        recorded[index].response = page.response.replacing(old.pointer, with: value)
      }
      pages += others
    }
    return (recorded, pages)
  }
}
