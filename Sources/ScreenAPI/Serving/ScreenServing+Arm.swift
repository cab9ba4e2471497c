import Assignment
import HTTPWire
import JSONText
import Screens

/// Addresses of renditions for caches in front: one for each arm instead of one for each user.
extension ScreenAPI {
  /// The rendition that a request for a screen would get. Counts no exposure.
  func rendition(of route: Route, _ request: borrowing HTTPRequest) throws(Problem) -> CombinationRendition {
    if let problem = Self.unacceptable(request) { throw problem }
    let choice: Choice
    do throws(ScreensError) {
      choice = try self.choice(of: route, request)
    } catch {
      throw Problem(error)
    }
    switch choice {
    case .rendition(let chosen): return chosen
    case .problem(let problem): throw problem
    case .draft:
      throw .badParameter("version", "a draft has no arm: publish it, or look at it with ?version=draft")
    case .immutable:
      throw .badParameter("rendition", "leave out \"rendition\": the response names the current one")
    // Rendering was asked for, and earlier versions were read.
    case .earlier, .unmade: throw Problem(ScreensError.unknownRoute(route, nearest: nil))
    }
  }

  private func choice(
    of route: Route, _ request: borrowing HTTPRequest
  ) throws(ScreensError) -> Choice {
    let publication = serving.inForce
    guard
      case .served(let served)? = Array(route.name.utf8).withBytes({ publication.entry(route: $0) })
    else {
      _ = try publisher.current(route)
      throw .unknownRoute(route, nearest: nil)
    }
    let choice = try chooseReading(served, request, publication, records: false)
    guard case .earlier(let version) = choice else { return choice }
    return choose(
      try earlier(version, of: route, publication), request, publication, render: true, records: false)
  }

  /// Chooses the rendition with a digest.
  ///
  /// An address has no capabilities of an app: whatever shows the same to two apps has one address. The request's own
  /// capabilities are tried first, then none, then those of all releases.
  func rendition(
    _ digest: String, of prepared: PreparedScreen, format: String, combination: Int,
    _ capabilities: Capabilities?, _ request: borrowing HTTPRequest, _ publication: Publication
  ) -> Choice {
    // With `requires`, the content depends on attributes that the address does not have.
    if !prepared.requires(combination: combination) {
      let base = prepared.dependsOnAddress ? serving.address.url(for: request) : nil
      let own = prepared.rendition(format: format, combination: combination, capabilities, base: base)
      if let own, own.rendered(at: base).has(digest) {
        return .immutable(own.rendered(at: base), own.counts)
      }
      let others = prepared.renditionsOfReleases(
        publication.catalogue.releases, format: format, combination: combination, base: base)
      if let other = others[digest], other.rendered(at: base).has(digest) {
        return .immutable(other.rendered(at: base), other.counts)
      }
    }
    return .problem(
      Problem(
        .unknownRendition,
        "no content of this arm has the digest \(quoted(digest)); ask \(serving.path)/screens/\(prepared.screen.route.name)/arm for the current address"
      ))
  }

  /// The response to a request for an address of a cache.
  func answer(
    immutable rendition: Rendition, _ counts: RequestTally.CombinationCounts, _ request: borrowing HTTPRequest
  ) -> Reply {
    // What the mock changes must not be kept for a year.
    let response = rendition.immutable(
      gzip: Self.takesGzip(request), isKept: !serving.mock.mayApply(request))
    if let tag = response.value(of: "etag"), let other = response.precondition(of: request, tag: tag) {
      if other.status == 304 { counts.notModified.add(stripe: 0) }
      return .response(other)
    }
    counts.full.add(stripe: 0)
    return .response(response)
  }
}
