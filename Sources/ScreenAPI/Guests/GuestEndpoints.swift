import AdminModel
import HTTPWire
import JSONText
import Screens

/// Links to a change set for people without a token: `/admin/changesets/{name}/guests` makes, lists and revokes them, and
/// `/c/{name}/review` is what they open.
enum GuestEndpoints {
  static let all: [Endpoint] = [list, invite, revoke, page, changes]

  /// Whether a decoded path below a change set is the server's own. Its responses outlive the set.
  static func isOwn(_ path: [String]) -> Bool { path.count > 2 && path[2] == "review" }

  static let list = Endpoint(
    .get, "/admin/changesets/{name}/guests", "listGuests", .changeSets,
    "The guest links to a change set that have not expired, without their addresses", access: .token(.read),
    reading: .changeSetViews, .changeSetName, responses: [.json("The links", GuestList.self)],
    problems: [.unknownChangeSet], validation: .entityTag
  ) { (api, _, name) throws(ScreensError) in
    .json(GuestList(guests: try api.publisher.changeSets.guests(of: name).map { GuestList.Guest($0) }))
  }

  static let revoke = Endpoint(
    .delete, "/admin/changesets/{name}/guests/{id}", "revokeGuest", .changeSets, "Ends a guest link",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .changeSetName, .id(of: "a guest link"),
    .author,
    .precondition, responses: [.json("The link was revoked", RevokedGuest.self)],
    problems: [.unknownChangeSet, .unknownGuest]
  ) { (api, _, name, id, author, precondition) throws(ScreensError) in
    try api.publisher.changeSets.revokeGuest(
      id, of: name, by: author, precondition: precondition.onChangeSet)
    return .json(RevokedGuest(id: id))
  }

  static let invite = Endpoint(
    .post, "/admin/changesets/{name}/guests", "inviteGuest", .changeSets,
    "A link that shows people without a token what a change set changes, until it expires or the set ends",
    access: .token(.edit), effect: .stores, reading: .changeSetViews, .changeSetName, .console, .author,
    .precondition, .body(GuestLinkRequest.schema, "How long, and whether the guest may comment."),
    .publicAddress, responses: [.json(201, "The link", CreatedGuestLink.self)],
    problems: [.unknownChangeSet, .changeSetPublished], isSecret: true
  ) { (api, _, name, _, author, precondition, body, address) throws(ScreensError) in
    let request = try GuestLinkRequest(body)
    let expiry = Int(api.publisher.now * 1000) + request.lifetime * 1000
    let (set, guest) = try api.publisher.changeSets.inviteGuest(
      to: name, until: expiry, mayComment: request.mayComment, by: author,
      precondition: precondition.onChangeSet)
    let text = api.guestText(of: GuestLink(name, set, guest))
    let path = ChangeSetViews.path(of: name) + "/review?\(GuestLink.parameter)=\(text)"
    return .json(CreatedGuestLink(id: guest.number, url: address + path, expiresAt: guest.expiresAt), 201)
  }

  static let page = Endpoint(
    .get, "/c/{name}/review", "openReview", .changeSets, "The page of a guest link: before and after",
    access: .console, reading: .changeSetName, .guest(isLink: true),
    responses: [ResponseDeclaration(200, "The page", content: [("text/html", .string)])], isSecret: true
  ) { api, _, guest in
    guard let file = ConsoleFile.all["guest.html"] else { return Problem.notFound("guest.html").response }
    var response = HTTPResponse(
      200,
      fields: [
        HTTPField("Content-Type", file.type), HTTPField("Cache-Control", "no-store"),
        HTTPField("X-Robots-Tag", "noindex"),
      ] + ConsoleEndpoints.protection, body: file.identity.bytes)
    if let cookie = guest.cookie { response.add("Set-Cookie", cookie) }
    return response
  }

  static let changes = Endpoint(
    .get, "/c/{name}/review/changes", "getReview", .changeSets,
    "What a guest sees of a change set: its screens before and after", access: .console, effect: .computes,
    reading: .changeSetName, .guest(isLink: false),
    responses: [.json("The changes", GuestReview.self)], problems: [.unknownChangeSet], isSecret: true
  ) { (api, name, guest) throws(ScreensError) in
    guard let views = api.serving.changeSets, let view = views.open(name, of: api) else {
      return GuestLink.Refusal.ended.problem.response
    }
    let review = try api.publisher.changeSets.review(of: name)
    var response = HTTPResponse.json(
      GuestReview(
        name: name, message: review.set.message, mayComment: guest.link.guest.mayComment,
        expiresAt: guest.link.guest.expiresAt,
        screens: review.plan.screens.map { $0.forGuests(api.publisher, view.publisher) }))
    response.fields.removeAll { $0.isNamed("cache-control") }
    response.add("Cache-Control", "no-store")
    return response
  }
}

/// A request for a guest link: `{"expiresIn": 86400, "mayComment": true}`.
struct GuestLinkRequest {
  /// In seconds.
  let lifetime: Int
  let mayComment: Bool

  static let schema = Schema.named(
    "GuestLinkRequest",
    .closedObject(
      .required(
        "expiresIn",
        .integer(from: GuestLink.lifetimes.lowerBound, through: GuestLink.lifetimes.upperBound),
        "Seconds until the link expires."),
      .optional("mayComment", .boolean, "Whether the guest may comment; false by default.")))

  /// - Throws: ``ScreensError`` with places in the body.
  init(_ body: [UInt8]) throws(ScreensError) {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let noun = "a guest link"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: ["expiresIn", "mayComment"], &diagnostics)
    _ = members?.required("expiresIn", of: noun, &diagnostics)
    lifetime = members?.integer("expiresIn", in: GuestLink.lifetimes, &diagnostics) ?? 0
    mayComment = members?.flag("mayComment", &diagnostics) ?? false
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
  }
}

/// The link of a request, and the cookie that keeps it for the requests of the page.
struct Guest {
  let link: GuestLink
  /// Nil if the request came with the cookie.
  let cookie: String?
}

extension Parameter where Value == Guest {
  /// The link of a guest, which the address of the page or the cookie has.
  /// - Parameter isLink: whether the address can have it.
  fileprivate static func guest(isLink: Bool) -> Self {
    let declarations =
      isLink ? [ParameterDeclaration(GuestLink.parameter, in: .query, "The text of the link.", .string)] : []
    return Parameter(
      declarations,
      problems: [.notFound, .unauthorized, .misdirected, .invalidLink, .expiredLink, .crossSite]
    ) { (request, arguments, api) throws(Problem) in
      // A view of a change set, or a session, has no reviews of its own.
      guard let access = api.environment.console, api.serving.changeSets != nil else {
        throw .notFound(arguments.path)
      }
      try api.checkHost(request, access)
      let name = arguments.placeholders["name"] ?? ""
      if let text = arguments.query[GuestLink.parameter] {
        do throws(GuestLink.Refusal) {
          let link = try api.guestLink(text, of: name)
          let isSecure = api.serving.address.url(for: request)?.hasPrefix("https://") ?? false
          return Guest(link: link, cookie: api.guestCookie(of: link, text, isSecure: isSecure))
        } catch {
          throw error.problem
        }
      }
      if let link = try api.guestLink(ofCookie: request, name) { return Guest(link: link, cookie: nil) }
      throw Problem(.unauthorized, "this page needs a guest link: ask for one")
    }
  }
}

extension Parameter where Value == Void {
  /// Without the console, there is no page for a link.
  fileprivate static var console: Self {
    Parameter([], problems: [.notFound]) { (_, arguments, api) throws(Problem) in
      if api.environment.console == nil { throw .notFound(arguments.path) }
    }
  }
}

extension GuestList.Guest {
  fileprivate init(_ guest: ChangeSetGuest) {
    self.init(
      id: guest.number, by: guest.by, expiresAt: guest.expiresAt, mayComment: guest.mayComment)
  }
}
