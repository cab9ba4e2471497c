import AdminModel
import HTTPWire
import JSONText
import Screens

/// The arm that a request is assigned to, with the content URL of its rendition.
struct ScreenArm: Sendable {
  let rendition: CombinationRendition
  /// The token for reports; nil for a unit that takes part in no rollout.
  let report: HTTPField?
  /// The content URL; nil if no cache may keep the content, because it depends on more than the arm, or the mock may
  /// change it, or the link to the next page has parameters of the request.
  let url: String?

  /// - Parameters:
  ///   - isOwn: whether the response may be for this request alone: the mock changes it, or a link.
  ///   - rendition: what the request would get.
  ///   - report: the token for reports.
  ///   - base: the address by which the client reached the server, if the content depends on it.
  ///   - path: the prefix of all paths: that of a session or a change set, or empty.
  init(
    _ rendition: CombinationRendition, report: HTTPField?, at base: String?, path: String, isOwn: Bool
  ) {
    self.rendition = rendition
    self.report = report
    let rendered = rendition.rendered(at: base)
    guard rendered.template == nil, !rendition.dependsOnAttributes, !isOwn else {
      url = nil
      return
    }
    let screen = rendition.screen
    var place = ""
    if let pages = screen.definition.pages, let cursor = rendition.page?.cursor, cursor.number > 1 {
      place = "&\(pages.parameter)=\(cursor.text)"
    }
    let locale = screen.language.map { "&\(ServedLanguages.parameter)=\($0)" } ?? ""
    url =
      "\(path)/screens/\(screen.route.name)?version=\(screen.version)&arm=\(rendition.combination.arm)"
      + "&format=\(rendition.format.name)\(place)\(locale)&rendition=\(rendered.digest)"
  }

  var response: HTTPResponse {
    let arm = Arm(
      route: rendition.screen.route.name, version: rendition.screen.version, arm: rendition.combination.arm,
      url: url)
    var response = HTTPResponse.json(serialized: arm.serialized(), caching: "private, no-cache")
    response.fields += rendition.fields
    response.fields.append(Rendition.vary(adding: rendition.languageVary))
    if let report { response.fields.append(report) }
    response.add("Screen-Arm", rendition.combination.arm)
    if let url { response.add("Link", "<\(url)>; rel=\"alternate\"") }
    return response
  }
}
