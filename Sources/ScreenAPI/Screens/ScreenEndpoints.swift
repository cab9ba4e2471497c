import AdminModel
import HTTPWire
import JSONText
import Screens

/// Screens as apps get them: `/screens`.
enum ScreenEndpoints {
  static let all: [Endpoint] = [list, get]

  static let list = Endpoint(
    .get, "/screens", "listScreens", .screens, "The screens that are served, in the order of their routes",
    reading: .screenPage, responses: [.page("The screens, or a page of them", ScreenPage.self)],
    validation: .entityTag
  ) { api, page in
    let (screens, link) = page.part(of: api.publisher.screens.served) { $0.route.name }
    // A screen that cannot be read is not served, and is missing here as well.
    return .json(ScreenPage(screens: screens.compactMap { try? ScreenPage.Entry($0.screen()) })).linked(link)
  }

  static let get = Endpoint(
    servingScreensAt: "/screens/{route}", "getScreen", .screens, "A screen, in the variant of the user",
    parameters: [.route] + ScreenQuery.declarations(allowsDraft: true) + [
      .arm, .rendition, .cursor, .locale, .acceptLanguage, .screenUser, .screenAvoid, .acceptedViewTypes,
      .clientRelease,
      ParameterDeclaration(
        "If-None-Match", in: .header, "Entity tags of what the client has: 304 when one is current.",
        .string),
      ParameterDeclaration(
        "If-Match", in: .header, "Entity tags: 412 when none of them is current.", .string),
      ParameterDeclaration(
        "A-IM", in: .header, "json-patch asks for a patch of what If-None-Match names (RFC 3229).", .string),
      ParameterDeclaration(
        "Prefer", in: .header,
        """
        What the mock does for this request (RFC 7240): delay, bytes-per-second, status, fault, chaos, seed, scenario. \
        In a query the names begin with __, as in __delay=800.
        """, .string),
    ],
    responses: [
      .json("The screen in its wire format", .any, headers: screenHeaders),
      ResponseDeclaration(
        226, "A JSON Patch of what the client has",
        content: [("application/json-patch+json", .jsonPatch)],
        headers: screenHeaders + [
          HeaderDeclaration("IM", "json-patch."),
          HeaderDeclaration("Delta-Base", "The entity tag of what the patch applies to."),
        ]),
      ResponseDeclaration(
        304, "The client has the current screen", content: [], headers: screenHeaders),
    ],
    problems: .existingScreen + [
      .badParameter, .unauthorized, .forbidden, .unknownVersion, .unknownVariant, .unknownRendition, .noDraft,
      .notAcceptable, .pageExpired,
      .preconditionFailed, .invalidScreen, .scenarioDoesNotApply, .tooManyDelays,
    ])

  private static let screenHeaders: [HeaderDeclaration] =
    [
      HeaderDeclaration(
        "ETag", "Names exactly these bytes. A draft has none, nor a screen with values of the request."),
      HeaderDeclaration("Link", "The next page of a screen with pages, with rel=next (RFC 8288)."),
    ] + contentHeaders + [
      HeaderDeclaration("Mock-Applied", "The rules of the mock that changed the response."),
      HeaderDeclaration("Preference-Applied", "The preferences of Prefer that were met."),
    ]

  /// What is said of the content, also without it.
  static let contentHeaders: [HeaderDeclaration] = [
    .vary, HeaderDeclaration("Content-Language", "The language of a screen with translations."),
    HeaderDeclaration("Screen-Version", "The version.", .integer(from: 1)),
    HeaderDeclaration("Screen-Experiment", "The key of the only experiment."),
    HeaderDeclaration("Screen-Variant", "The key of the variant of the only experiment."),
    HeaderDeclaration("Screen-Assignments", "Experiments and variants, as in home-price=low,home-order=b."),
    HeaderDeclaration(
      "Screen-Downgraded", "Items that the app cannot show, each with `fallback` or `dropped`."),
    HeaderDeclaration(
      "Screen-Downgraded-Count", "The number of those items, when not all are listed.", .integer(from: 1)),
    HeaderDeclaration("Surrogate-Key", "The keys by which caches purge the screen."),
    HeaderDeclaration(
      "Screen-Report",
      "The token for POST /reports, if the unit is in an open rollout of the screen, or in an experiment with events."
    ),
  ]
}

extension Parameter where Value == ListPage {
  fileprivate static var screenPage: Self {
    page(.routeOrEmpty) { (text) throws(Problem) in
      do throws(Route.NameError) {
        return try Route(text).name
      } catch {
        throw .badParameter("after", "\"after\" is a route: \(error.message)")
      }
    }
  }
}

extension Parameter where Value == ScreenQuery {
  /// The query of a request for a published screen.
  static var publishedScreenQuery: Self {
    Parameter(ScreenQuery.declarations(allowsDraft: false), problems: [.badParameter]) {
      (request, _, _) throws(Problem) in
      let query: ScreenQuery
      do throws(ParameterError) {
        query = try ScreenQuery(request.query ?? .empty)
      } catch {
        throw Problem(error)
      }
      guard query.version != .draft else {
        throw .badParameter(
          "version",
          "a draft has no assignments: publish it, or look at it with ?version=draft&variant=KEY")
      }
      return query
    }
  }
}

extension ParameterDeclaration {
  static let screenUser = ParameterDeclaration(
    "Screen-User", in: .header, "The unit, when the query has no user.", .string)
  static let screenAvoid = ParameterDeclaration(
    "Screen-Avoid", in: .header,
    "A version after which the app has crashed. While it is the new one of a rollout, the old one is served.",
    .string)
  static let acceptedViewTypes = ParameterDeclaration(
    "Accept-View-Types", in: .header, "The view types that the app can show, separated by commas.",
    .viewTypeList)
  static let clientRelease = ParameterDeclaration(
    "Client-Release", in: .header, "The release of the app, such as ios/1.3.0.", .string)
  static let locale = ParameterDeclaration(
    "locale", in: .query, "The language of a screen with translations, as a tag; instead of Accept-Language.",
    .string)
  static let acceptLanguage = ParameterDeclaration(
    "Accept-Language", in: .header, "The languages of a screen with translations (RFC 9110 §12.5.4).", .string
  )
  static let arm = ParameterDeclaration(
    "arm", in: .query,
    """
    Serves this arm instead of the assigned one, for apps that assign users themselves: EXPERIMENT:VARIANT \
    pairs, separated by commas, or default.
    """,
    .string)
  fileprivate static let cursor = ParameterDeclaration(
    Pages.defaultParameter, in: .query,
    "Where a page begins: part of the address in Link. A screen can name the parameter otherwise.", .string)

  fileprivate static let rendition = ParameterDeclaration(
    "rendition", in: .query,
    "The digest in the url of /screens/{route}/arm. Caches may keep the response for a year; an old digest is 404.",
    .string)
}

extension ScreenQuery {
  /// The parameters that ``init(_:)`` reads.
  static func declarations(allowsDraft: Bool) -> [ParameterDeclaration] {
    let version = Schema.integer(from: 1)
    return [
      ParameterDeclaration(
        "user", in: .query, "The unit. A request without one takes part in no experiment.", .string),
      ParameterDeclaration(
        "variant", in: .query,
        "Serves this variant instead of the assigned one: KEY, or EXPERIMENT:KEY pairs, separated by commas.",
        .string),
      ParameterDeclaration(
        "version", in: .query,
        "A published version" + (allowsDraft ? ", or draft with a token; " : "; ")
          + "the current one by default.",
        allowsDraft ? .anyOf([version, .choice(["draft"])]) : version),
      ParameterDeclaration(
        "format", in: .query, "The wire format; that of the definition by default.", .string),
      ParameterDeclaration("release", in: .query, "The release of the app, such as ios/1.3.0.", .string),
      ParameterDeclaration(
        "attributes", in: .query,
        "Every other parameter is an attribute for targeting: a number, true, false, or else a string.",
        .map(.string)),
    ]
  }
}

// MARK: JSON

extension Schema {
  /// Names separated by commas. Empty elements are ignored (RFC 9110 §5.6.1).
  fileprivate static let viewTypeList = Schema.string(
    pattern:
      "^[ \\t]*([A-Za-z][A-Za-z0-9._-]*)?[ \\t]*(,[ \\t]*([A-Za-z][A-Za-z0-9._-]*)?[ \\t]*)*$")
}

extension ScreenPage.Entry {
  fileprivate init(_ screen: PublishedScreen) {
    let definition = screen.definition
    self.init(
      route: screen.route.name, version: screen.version, screenName: definition.screenName,
      experiment: definition.onlyExperiment?.key,
      experiments: definition.experiments.isEmpty ? nil : definition.experiments.map(\.key),
      format: definition.format)
  }
}
