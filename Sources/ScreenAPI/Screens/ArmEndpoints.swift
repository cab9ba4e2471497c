import AdminModel
import HTTPWire
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
        "The arm", Arm.self,
        headers: [
          HeaderDeclaration("Screen-Arm", "The arm, or default for a user in no experiment."),
          HeaderDeclaration(
            "Link", "The url, with rel=alternate; for caches, which cannot read the body."),
        ] + ScreenEndpoints.contentHeaders)
    ], problems: .existingScreen + [.unknownVersion, .unknownVariant, .notAcceptable, .pageExpired]
  ) { _, arm in arm.response }
}

extension Parameter where Value == ScreenArm {
  /// The arm of a request with the parameters of a request for the screen.
  fileprivate static var screenArm: Self {
    let route = Parameter<Route>.route
    let query = Parameter<ScreenQuery>.publishedScreenQuery
    return Parameter(
      route.declarations + query.declarations + [
        .arm, .locale, .acceptLanguage, .screenUser, .screenAvoid, .acceptedViewTypes, .clientRelease,
      ],
      problems: route.problems + query.problems
    ) { (request, arguments, api) throws(Problem) in
      let route = try route.read(request, arguments, api)
      _ = try query.read(request, arguments, api)
      let (rendition, report) = try api.rendition(of: route, request)
      return ScreenArm(
        rendition, report: report, at: api.base(of: rendition, for: request), path: api.serving.path,
        isOwn: api.serving.mock.mayApply(request) || api.hasLinkOfItsOwn(rendition, request))
    }
  }
}
