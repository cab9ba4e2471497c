import HTTPWire
import JSONText
import Screens

/// The arm of a user, for caches in front: `/screens/{route}/arm`.
enum ArmEndpoints {
  static let all: [Endpoint] = [get]

  static let get = Endpoint(
    .get, "/screens/{route}/arm", "getArm", .screens,
    "The arm of a user, and a URL that a cache may keep for all users of the arm",
    reading: .screenArm,
    responses: [
      .json(
        "The arm", .arm,
        headers: [
          HeaderDeclaration("Screen-Arm", "The arm, or default for a user in no experiment."),
          HeaderDeclaration(
            "Link", "The url, with rel=alternate; for caches, which cannot read the body."),
          HeaderDeclaration("Surrogate-Key", "The keys by which caches purge the screen."), .vary,
        ])
    ], problems: .existingScreen + [.unknownVersion, .unknownVariant, .notAcceptable]
  ) { _, arm in arm.response }
}

/// The arm that a request is assigned to, with the content URL of its rendition.
struct ScreenArm: Sendable {
  let rendition: CombinationRendition
  /// The content URL; nil if no cache may keep the content, because it depends on more than the arm, or the mock may
  /// change it.
  let url: String?

  /// - Parameters:
  ///   - isMocked: whether the mock may change what the request gets.
  ///   - rendition: what the request would get.
  ///   - base: the address by which the client reached the server, if the content depends on it.
  ///   - path: the prefix of all paths: that of a session or a change set, or empty.
  init(_ rendition: CombinationRendition, at base: String?, path: String, isMocked: Bool) {
    self.rendition = rendition
    let rendered = rendition.rendered(at: base)
    guard rendered.template == nil, !rendition.dependsOnAttributes, !isMocked else {
      url = nil
      return
    }
    let screen = rendition.screen
    url =
      "\(path)/screens/\(screen.route.name)?version=\(screen.version)&arm=\(rendition.combination.arm)"
      + "&format=\(rendition.format.name)&rendition=\(rendered.digest)"
  }

  var response: HTTPResponse {
    let body: JSONObject = [
      "route": .string(rendition.screen.route.name),
      "version": .number(JSONNumber(rendition.screen.version)), "arm": .string(rendition.combination.arm),
      "url": url.map { .string($0) } ?? JSONValue.null,
    ]
    var response = HTTPResponse.json(
      serialized: JSONValue.object(body).serialized(), caching: "private, no-cache")
    response.fields += rendition.fields
    response.fields.append(Rendition.vary())
    response.add("Screen-Arm", rendition.combination.arm)
    if let url { response.add("Link", "<\(url)>; rel=\"alternate\"") }
    return response
  }
}

extension Parameter where Value == ScreenArm {
  /// The arm of a request with the parameters of a request for the screen.
  fileprivate static var screenArm: Self {
    let route = Parameter<Route>.route
    let query = Parameter<ScreenQuery>.publishedScreenQuery
    return Parameter(
      route.declarations + query.declarations + [.arm, .screenUser, .acceptedViewTypes, .clientRelease],
      problems: route.problems + query.problems
    ) { (request, arguments, api) throws(Problem) in
      let route = try route.read(request, arguments, api)
      _ = try query.read(request, arguments, api)
      let rendition = try api.rendition(of: route, request)
      return ScreenArm(
        rendition, at: api.base(of: rendition, for: request), path: api.serving.path,
        isMocked: api.serving.mock.mayApply(request))
    }
  }
}

extension Schema {
  fileprivate static let arm = Schema.named(
    "Arm",
    .object(
      .required("route", .string), .required("version", .integer(from: 1)),
      .required("arm", .string, "EXPERIMENT:VARIANT between commas, or default."),
      .required(
        "url", .string.orNull,
        "What all users of the arm get; null if the content depends on more than the arm.")))
}
