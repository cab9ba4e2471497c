import Assignment
import HTTPWire
import JSONText
import Screens
import TextTemplate

/// Screens in pages. All pages of a walk are of one version and one combination, which the cursor names.
extension ScreenAPI {
  /// The content of a later page of a version that is not the current one.
  func pages(
    ofVersion version: Int, of route: Route, _ request: borrowing HTTPRequest, _ screens: ServedScreens
  ) throws(ScreensError) -> ScreenContent {
    let prepared: PreparedScreen
    do throws(ScreensError) {
      prepared = try earlier(version, of: route, screens)
    } catch {
      guard case .unknownVersion = error else { throw error }
      return .pages(ofVersion: version)
    }
    return content(of: prepared, request, screens, records: false)
  }

  /// The problem of a page whose version is no longer kept, or has another content now.
  func pageExpired(_ version: Int, _ route: Route) -> Problem {
    let first = "\(serving.path)/screens/\(route.name)"
    var problem = Problem(
      .pageExpired,
      "version \(version) of this screen is no longer there in this form; begin again with \(first)")
    problem.members = [("first", .string(first))]
    return problem
  }

  /// The response with a page, if it differs from that of a screen without pages: caches may keep a later page that never
  /// changes, and a link to the next page has the parameters of this request that decide what the app gets.
  func makeReply(
    _ page: Page, _ rendition: Rendition, of combination: CombinationRendition,
    _ request: borrowing HTTPRequest, stripe: Int
  ) -> Reply? {
    let kept = keptParameters(of: combination, isTemplate: rendition.template != nil, request)
    let isFirst = page.cursor.number == 1
    if isFirst, kept.isEmpty { return nil }
    if let template = rendition.template {
      let reply = makeReply(template, of: rendition, combination.counts, request, stripe: stripe)
      guard case .response(var response) = reply else { return reply }
      response.addToLink(kept)
      return .response(response)
    }
    let caching =
      if isFirst {
        "no-cache"
      } else if !mayBeKept(request) {
        "no-store"
      } else if mayChange(page, of: combination, request) {
        "no-cache"
      } else {
        "public, max-age=31536000, immutable"
      }
    var response = rendition.response(gzip: Self.takesGzip(request), caching: caching)
    response.addToLink(kept)
    return makeReply(response, combination.counts, request)
  }

  /// Whether a later page can change: a release or a group may be changed while the version stays the same.
  private func mayChange(
    _ page: Page, of combination: CombinationRendition, _ request: borrowing HTTPRequest
  ) -> Bool {
    // Without `Accept-View-Types`, a release decides; one that is not registered may be registered later.
    if request.field(.acceptViewTypes) == nil, namesRelease(request) { return true }
    let combinations = combination.screen.combinations
    guard combination.dependsOnAttributes, combinations.indices.contains(page.cursor.combination) else {
      return false
    }
    return combinations[page.cursor.combination].layout.requirements.contains { $0.condition.readsGroups }
  }

  private func namesRelease(_ request: borrowing HTTPRequest) -> Bool {
    if request.field(.clientRelease) != nil { return true }
    guard let query = request.query else { return false }
    return QueryParameters.parse(query).contains { $0.name == "release" }
  }

  /// Whether the link to the next page has parameters of this request.
  func hasLinkOfItsOwn(_ combination: CombinationRendition, _ request: borrowing HTTPRequest) -> Bool {
    !keptParameters(of: combination, isTemplate: false, request).isEmpty
  }

  /// The parameters that the next page needs as well, as text for a query; empty for none. The cursor has the version and
  /// the combination, so the user and the attributes count only if they select or fill in items.
  private func keptParameters(
    of combination: CombinationRendition, isTemplate: Bool, _ request: borrowing HTTPRequest
  ) -> String {
    guard let query = request.query, !query.isEmpty, let pages = combination.screen.definition.pages else {
      return ""
    }
    let usesAll = isTemplate || combination.dependsOnAttributes
    let kept = QueryParameters.parse(query).filter { pair in
      switch pair.name {
      case "release": true
      case pages.parameter, "format", "version", "variant", "arm", "rendition": false
      default: usesAll
      }
    }
    return kept.map { "&\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }.joined()
  }
}

extension HTTPResponse {
  /// Adds parameters to the address of the next page.
  fileprivate mutating func addToLink(_ parameters: String) {
    guard !parameters.isEmpty,
      let index = fields.firstIndex(where: { $0.isNamed("link") && $0.value.hasSuffix("; rel=\"next\"") })
    else { return }
    let value = fields[index].value
    fields[index] = HTTPField(
      "Link", cleaning: value.dropLast(">; rel=\"next\"".count) + parameters + ">; rel=\"next\"")
  }
}
