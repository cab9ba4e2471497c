import Assignment
import HTTPWire
import JSONText
import Screens

/// Content URLs for caches in front: one for each arm instead of one for each user.
extension ScreenAPI {
  /// The rendition that a request for a screen would get, with the tokens for reports if the unit takes part in a rollout or
  /// in an experiment with events. Counts no exposure.
  func rendition(
    of route: Route, _ request: borrowing HTTPRequest
  ) throws(Problem) -> (rendition: CombinationRendition, report: HTTPField?) {
    if Self.excludesJSON(request) { throw Self.notAcceptable }
    let content: ScreenContent
    let report: HTTPField?
    do throws(ScreensError) {
      (content, report) = try self.content(of: route, request)
    } catch {
      throw Problem(error)
    }
    switch content {
    case .rendition(let chosen): return (chosen, report)
    case .problem(let problem): throw problem
    case .other(.draft):
      throw .badParameter("version", "a draft has no arm: publish it, or look at it with ?version=draft")
    case .other(.number(let version)): throw Problem(ScreensError.unknownVersion(version, route))
    case .pages(ofVersion: let version): throw pageExpired(version, route)
    case .immutable:
      throw .badParameter("rendition", "leave out \"rendition\": the response names the current one")
    }
  }

  private func content(
    of route: Route, _ request: borrowing HTTPRequest
  ) throws(ScreensError) -> (ScreenContent, report: HTTPField?) {
    let screens = serving.currentScreens
    guard
      let entry = Array(route.name.utf8).withBytes({ screens.entry(route: $0) }),
      let (served, report) = current(entry, for: request)
    else {
      _ = try publisher.screens.current(route)
      throw .unknownRoute(route, nearest: nil)
    }
    served.ifPrepared?.countUnit(of: request, stripe: 0)
    let content = try content(of: served, request, screens, records: false)
    readTokenKey(for: served)
    let field = serving.place == .server ? reportField(of: served, report, request)?.field : nil
    guard case .other(.number(let version)) = content else { return (content, field) }
    return (
      self.content(of: try earlier(version, of: route, screens), request, screens, records: false), field
    )
  }

  /// The rendition that a content URL names.
  ///
  /// A content URL does not contain the capabilities of an app: two apps that get the same bytes have the same URL. The
  /// request's own capabilities are tried first, then none, then those of all releases.
  func content(
    at url: ContentURL, of prepared: PreparedScreen, _ request: borrowing HTTPRequest,
    _ screens: ServedScreens
  ) -> ScreenContent {
    let (digest, format, combination) = (url.digest, url.format, url.combination)
    // With `requires`, the content depends on attributes that the URL does not contain.
    if !prepared.requires(combination: combination) {
      let base = base(of: prepared, for: request)
      for own in [url.capabilities, nil] {
        let one = prepared.rendition(
          format: format, combination: combination, from: url.cursor, own, base: base)
        if let one, one.rendered(at: base).has(digest) {
          return .immutable(one.rendered(at: base), one.counts)
        }
      }
      if let other = prepared.rendition(
        digest, among: screens.catalogue.releases, format: format, combination: combination)
      {
        return .immutable(other.rendered(at: base), other.counts)
      }
    }
    return .problem(
      Problem(
        .unknownRendition,
        "the content URL is out of date; \(serving.path)/screens/\(prepared.screen.route.name)/arm returns the current one"
      ))
  }

  /// The response to a request for a content URL.
  func makeReply(
    immutable rendition: Rendition, _ counts: RequestTally.CombinationCounts, _ request: borrowing HTTPRequest
  ) -> Reply {
    makeReply(
      rendition.immutable(gzip: Self.takesGzip(request), isKept: mayBeKept(request)), counts, request)
  }

  /// Whether caches may keep a response for a year: not what the mock may change, nor what a session has.
  func mayBeKept(_ request: borrowing HTTPRequest) -> Bool {
    serving.sessions != nil && !serving.mock.mayApply(request)
  }

  /// The response, or 304 or 412 by the request's preconditions.
  func makeReply(
    _ response: HTTPResponse, _ counts: RequestTally.CombinationCounts, _ request: borrowing HTTPRequest
  ) -> Reply {
    let tag = Array((response.value(of: "etag") ?? "").utf8)
    switch tag.withBytes({ Precondition.evaluate(request, tag: $0, isRead: true) }) {
    case .proceed: break
    case .notModified:
      counts.notModified.add(stripe: 0)
      // A 304 has no content, and so neither its type nor its coding (RFC 9110 §15.4.5).
      return .response(
        HTTPResponse(
          304,
          fields: response.fields.filter { !$0.isNamed("content-type") && !$0.isNamed("content-encoding") }))
    case .failed:
      return refused(
        Problem(.preconditionFailed, "no entity tag of If-Match is current"), of: counts.route)
    }
    counts.full.add(stripe: 0)
    return .response(response)
  }
}
