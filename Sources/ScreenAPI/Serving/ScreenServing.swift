import Assignment
import HTTPWire
import JSONText
import ScreenMock
import Screens

extension ScreenAPI {
  /// The reply to `GET /screens/{route}` for a known route.
  func serve(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    let reply =
      serving.mock.mayApply(request)
      ? mocked(entry, route: route, request, loop) : serveScreen(entry, route: route, request, loop)
    guard let journal = serving.journal, journal.accepts() else { return reply }
    return journaled(reply, route: route, request, journal)
  }

  /// The reply to `GET /screens/{route}` without the mock.
  func serveScreen(
    _ entry: ServedScreens.Entry, route: Bytes, _ request: borrowing HTTPRequest,
    _ loop: ServingState.Snapshot
  ) -> Reply {
    switch entry {
    case .served(let served): return serve(served, route: route, request, loop)
    case .rolling(let rolling): return serve(rolling, route: route, request, loop)
    case .deleted:
      if let reply = previewOfUnpublished(String(decoding: route), request, loop) { return reply }
      return refused(Self.problem(of: String(decoding: route)) { .deleted($0) }, of: String(decoding: route))
    }
  }

  /// The reply with the renditions of one version.
  func serveVersion(
    _ served: ServedScreen, route: Bytes, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply {
    if Self.excludesJSON(request) { return refused(Self.notAcceptable, of: served.current.route.name) }
    let current = served.ifPrepared
    current?.countUnit(of: request, stripe: loop.stripe)
    guard let prepared = current?.ifMade(for: request), !Self.asksForDelta(request) else {
      return serveLater(served, request, loop.screens)
    }
    let chosen: CombinationRendition
    switch choose(prepared, request, loop.screens, records: true) {
    case .rendition(let rendition): chosen = rendition
    case .tailored(let tailored):
      guard let made = tailored.ifMade else { return serveLater(served, request, loop.screens) }
      chosen = made
    case .contentURL, .other, .pages: return serveLater(served, request, loop.screens)
    case .problem(let problem): return refused(problem, of: served.current.route.name)
    }
    if let rendition = chosen.ifRendered {
      return makeReply(rendition, of: chosen, request, stripe: loop.stripe)
    }
    if chosen.dependsOnAddress, let rendition = chosen.ifRendered(at: base(of: chosen, for: request)) {
      return makeReply(rendition, of: chosen, request, stripe: loop.stripe)
    }
    return serveLater(served, request, loop.screens)
  }

  /// The reply to a request that needs a screen to be read or rendered first. A queue does that, not the loop.
  private func serveLater(
    _ served: ServedScreen, _ request: borrowing HTTPRequest, _ screens: ServedScreens
  ) -> Reply {
    let owned = request.owned()
    let route = served.current.route
    return offloaded(counting: nil) { responder in
      let reply = owned.withRequest { (request) -> Reply in
        do throws(ScreensError) {
          var content = try content(of: served, request, screens, records: true)
          switch content {
          case .other(.number(let version)):
            content = self.content(
              of: try earlier(version, of: route, screens), request, screens, records: false)
          case .pages(ofVersion: let version):
            content = try pages(ofVersion: version, of: route, request, screens)
          default: break
          }
          switch content {
          case .rendition(let chosen):
            if Self.asksForDelta(request),
              let delta = try delta(to: chosen, of: served, request, screens)
            {
              return delta
            }
            return makeReply(
              chosen.rendered(at: base(of: chosen, for: request)), of: chosen, request, stripe: 0)
          case .immutable(let rendition, let counts):
            return makeReply(immutable: rendition, counts, request)
          case .other(.draft): return try preview(route, request, screens)
          case .other(.number(let version)): throw .unknownVersion(version, route)
          case .pages(ofVersion: let version): return refused(pageExpired(version, route), of: route.name)
          case .problem(let problem): return refused(problem, of: route.name)
          }
        } catch {
          return refused(Problem(error), of: route.name)
        }
      }
      responder.respond(reply)
    }
  }

  /// The base address for the assets in a screen; nil if its renditions do not depend on it.
  func base(of prepared: PreparedScreen, for request: borrowing HTTPRequest) -> String? {
    prepared.dependsOnAddress ? base(of: prepared.screen, for: request) : nil
  }

  /// The base address for the assets in a rendition; nil if the rendition does not depend on it.
  func base(of rendition: CombinationRendition, for request: borrowing HTTPRequest) -> String? {
    rendition.dependsOnAddress ? base(of: rendition.screen, for: request) : nil
  }

  /// The base address, with the path of a session or a change set for a screen that links to its next page.
  private func base(of screen: PublishedScreen, for request: borrowing HTTPRequest) -> String? {
    let url = serving.address.url(for: request)
    return screen.definition.pages == nil || serving.path.isEmpty ? url : (url ?? "") + serving.path
  }

  /// The content for a request. Reads the current version and renders the content if necessary.
  func content(
    of served: ServedScreen, _ request: borrowing HTTPRequest, _ screens: ServedScreens, records: Bool
  ) throws(ScreensError) -> ScreenContent {
    let prepared: PreparedScreen
    do throws(ScreensError) {
      prepared = try served.prepare()
    } catch {
      // Earlier versions and the draft stay available if the current version is damaged.
      var query = try? ScreenQuery(request.query ?? .empty)
      if let cursor = try? query?.takeCursor(of: nil), cursor.version != served.current.version {
        return .pages(ofVersion: cursor.version)
      }
      switch query?.version {
      case let version? where version != .number(served.current.version): return .other(version)
      default: throw error
      }
    }
    return content(of: prepared, request, screens, records: records)
  }

  /// The content of a screen for a request. Renders it if necessary, which takes time.
  /// - Parameter records: whether to record the exposure; false for previews, drafts and earlier versions.
  func content(
    of prepared: PreparedScreen, _ request: borrowing HTTPRequest, _ screens: ServedScreens, records: Bool
  ) -> ScreenContent {
    let prepared = prepared.made(for: request)
    return switch choose(prepared, request, screens, records: records) {
    case .rendition(let rendition): .rendition(rendition)
    case .tailored(let tailored): .rendition(tailored.make(at: base(of: prepared, for: request)))
    case .contentURL(let url): content(at: url, of: prepared, request, screens)
    case .other(let version): .other(version)
    case .pages(ofVersion: let version): .pages(ofVersion: version)
    case .problem(let problem): .problem(problem)
    }
  }

  /// The preview of a draft without a published version; nil if the request does not ask for it.
  func previewOfUnpublished(
    _ name: String, _ request: borrowing HTTPRequest, _ loop: ServingState.Snapshot
  ) -> Reply? {
    guard (try? ScreenQuery(request.query ?? .empty))?.version == .draft, let route = try? Route(name) else {
      return nil
    }
    let owned = request.owned()
    return offloaded(counting: nil) { responder in
      responder.respond(
        owned.withRequest { (request) -> Reply in
          do throws(ScreensError) {
            return try preview(route, request, loop.screens)
          } catch {
            return refused(Problem(error), of: route.name)
          }
        })
    }
  }

  /// The preview for `?version=draft`, which needs a token.
  func preview(
    _ route: Route, _ request: borrowing HTTPRequest, _ screens: ServedScreens
  ) throws(ScreensError) -> Reply {
    if case .failure(let refusal) = bearer(request) {
      return refused(refusal.problem, of: route.name)
    }
    let prepared = PreparedScreen(
      try publisher.drafts.preview(of: route), formats: screens.catalogue.formats,
      languages: screens.languages, tally: serving.tally, address: serving.address, purpose: .draft)
    switch content(of: prepared, request, screens, records: false) {
    case .rendition(let chosen):
      let rendition = chosen.rendered(at: base(of: chosen, for: request))
      if let template = rendition.template {
        return makeReply(template, of: rendition, chosen.counts, request, stripe: 0)
      }
      return .response(rendition.preview)
    case .problem(let problem): return refused(problem, of: route.name)
    case .other(.number(let version)): throw .unknownVersion(version, route)
    case .other(.draft): throw .noDraft(route)
    case .pages(ofVersion: let version): return refused(pageExpired(version, route), of: route.name)
    case .immutable:
      return refused(
        .badParameter("rendition", "caches keep nothing of a draft: leave out \"rendition\""), of: route.name)
    }
  }

  func earlier(
    _ version: Int, of route: Route, _ screens: ServedScreens
  ) throws(ScreensError) -> PreparedScreen {
    try serving.earlier.screen(route, version: version) { () throws(ScreensError) in
      PreparedScreen(
        try publisher.screens.screen(route, version: version), formats: screens.catalogue.formats,
        languages: screens.languages, tally: serving.tally, address: serving.address, purpose: .earlier)
    }
  }

  /// The rendition in the content coding that the client prefers.
  func coded(_ rendition: Rendition, _ request: borrowing HTTPRequest) -> Rendition.Coded {
    if Self.takesGzip(request), let gzip = rendition.gzip { gzip } else { rendition.identity }
  }

  /// The response with a rendition, or 304 or 412 by the request's preconditions.
  private func makeReply(
    _ rendition: Rendition, of combination: CombinationRendition, _ request: borrowing HTTPRequest,
    stripe: Int
  ) -> Reply {
    if let page = combination.page,
      let reply = makeReply(page, rendition, of: combination, request, stripe: stripe)
    {
      return reply
    }
    if let template = rendition.template {
      return makeReply(template, of: rendition, combination.counts, request, stripe: stripe)
    }
    if Self.takesGzip(request), let gzip = rendition.gzip {
      return makeReply(gzip, combination.counts, request, stripe: stripe)
    }
    return makeReply(rendition.identity, combination.counts, request, stripe: stripe)
  }

  private func makeReply(
    _ coded: Rendition.Coded, _ counts: RequestTally.CombinationCounts, _ request: borrowing HTTPRequest,
    stripe: Int
  ) -> Reply {
    if request.field(.ifNoneMatch) != nil || request.field(.ifMatch) != nil {
      switch coded.tag.withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
      case .proceed: break
      case .notModified:
        counts.notModified.add(stripe: stripe)
        return .prepared(coded.notModified)
      case .failed:
        return refused(
          Problem(
            .preconditionFailed.titled("The screen has changed"), "no entity tag of If-Match is current"),
          of: counts.route)
      }
    }
    counts.full.add(stripe: stripe)
    return .prepared(coded.full)
  }

  static func unknownFormat(_ format: String, _ known: [String]) -> Problem {
    var problem = Problem.badParameter(
      "format", "unknown format \(quoted(format)); the formats are \(known.joined(separator: ", "))")
    problem.members.append(("formats", .array(known.map { .string($0) })))
    return problem
  }

  static func prefersGzip(_ field: String) -> Bool {
    switch field {
    case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd": true
    default: Negotiation.encodings(field, available: ["gzip", "identity"]).first == "gzip"
    }
  }

  /// The response with a problem, counted under the screen's route.
  func refused(_ problem: Problem, of route: String) -> Reply {
    serving.tally.count(route, status: Int(problem.status.rawValue))
    return .response(problem.screenResponse)
  }

  static func problem(of name: String, _ error: (Route) -> ScreensError) -> Problem {
    do throws(Route.NameError) {
      return Problem(error(try Route(name)))
    } catch {
      return Problem(.unknownScreen, error.message)
    }
  }
}
