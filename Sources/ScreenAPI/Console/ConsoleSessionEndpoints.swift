import AdminModel
import HTTPWire
import JSONText
import MessageDigest
import Screens

/// Signing in to the console: `/admin/session`.
enum ConsoleSessionEndpoints {
  static let all: [Endpoint] = [begin, get, end]

  static let begin = Endpoint(
    .post, "/admin/session", "signIn", .console, "Exchanges a token for a session's cookie",
    access: .console, effect: .remembers, reading: .body(tokenSchema, "The token."), .consoleRequest,
    responses: [ResponseDeclaration(204, "Signed in; the cookie is set", content: [])],
    problems: [.forbidden, .tooManySignIns], isSecret: true
  ) { (api, body, request) throws(ScreensError) in
    let secret = try token(in: body)
    guard let access = api.environment.console else { return Problem.notFound("/admin/session").response }
    let now = api.publisher.now
    if let seconds = access.limiter.wait(request.client, now: now) {
      var problem = Problem(
        .tooManySignIns,
        "\(SignInLimiter.maximumFailures) tokens from this address were wrong; try again in \(seconds) s")
      problem.fields = [HTTPField("Retry-After", cleaning: String(seconds))]
      return problem.response
    }
    guard case .success(let bearer) = api.bearer(ofSecret: secret) else {
      access.limiter.fail(request.client, now: now)
      return Bearer.Refusal.wrong.problem.response
    }
    access.limiter.succeed(request.client)
    let digest = bearer.scope == .administer ? nil : AccessToken.digest(of: secret)
    let id = access.sessions.begin(bearer, token: digest, now: now)
    return signedInOrOut(request.cookie(id, of: api, maximumAge: Int(ConsoleSessions.lifetime)))
  }

  static let get = Endpoint(
    .get, "/admin/session", "getConsoleSession", .console, "The session of the cookie", access: .console,
    reading: .consoleRequest,
    responses: [
      .json("The session", SignedInSession.self)
    ], problems: [.unauthorized], isSecret: true
  ) { api, request in
    guard let session = request.session else {
      return Problem(.unauthorized, "POST /admin/session signs in").response
    }
    return .json(
      SignedInSession(
        name: session.bearer.name, scope: session.bearer.scope.rawValue,
        expiresAt: Timestamp.text(session.expiresAt)))
  }

  static let end = Endpoint(
    .delete, "/admin/session", "signOut", .console, "Ends the session of the cookie", access: .console,
    effect: .remembers,
    reading: .consoleRequest, responses: [ResponseDeclaration(204, "Signed out", content: [])]
  ) { api, request in
    for id in request.ids { api.environment.console?.sessions.end(id) }
    return signedInOrOut(request.cookie("", of: api, maximumAge: 0))
  }

  private static func signedInOrOut(_ cookie: String) -> HTTPResponse {
    var response = HTTPResponse(204, fields: [HTTPField("Cache-Control", "no-store")])
    response.add("Set-Cookie", cookie)
    return response
  }

  private static let tokenSchema = Schema.named(
    "SignIn", .closedObject(.required("token", .string, "The admin token, or one that was created.")))

  private static func token(in body: [UInt8]) throws(ScreensError) -> [UInt8] {
    let document = try JSONDocument(body: body)
    var diagnostics = Diagnostics()
    let members = MemberReader(
      document.value, at: .root, named: "a sign-in", allowed: ["token"], &diagnostics)
    _ = members?.required("token", of: "a sign-in", &diagnostics)
    let token = members?.string("token", &diagnostics) ?? ""
    guard diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return Array(token.utf8)
  }
}

/// A request to the console's session.
struct ConsoleRequest {
  /// The network of the client.
  let client: NumericAddress?
  /// The ids of the cookies.
  let ids: [String]
  let session: ConsoleSessions.Session?
  let isSecure: Bool

  /// The cookie of a session: no script can read it, and other sites cannot send it.
  /// - Parameter maximumAge: in seconds; 0 removes the cookie.
  func cookie(_ id: String, of api: ScreenAPI, maximumAge: Int) -> String {
    "\(api.consoleCookie())=\(id); Max-Age=\(maximumAge); Path=/; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}

extension Parameter where Value == ConsoleRequest {
  /// The sender of a request to the console, after the checks of its host and its origin.
  fileprivate static var consoleRequest: Self {
    Parameter([], problems: [.notFound, .misdirected, .crossSite]) {
      (request, arguments, api) throws(Problem) in
      guard let access = api.environment.console else { throw .notFound(arguments.path) }
      try api.checkHost(request, access)
      let address = api.serving.address.url(for: request)
      switch request.method {
      case .get, .head: break
      default:
        // Browsers send one of these fields with every write. Without both, no page has sent the request.
        let isFromBrowser = request.field(.secFetchSite) != nil || request.field(.origin) != nil
        guard !isFromBrowser || ConsoleAccess.isSameOrigin(request, address: address) else {
          throw Problem(.crossSite, "only the console's own pages sign in and out")
        }
      }
      return ConsoleRequest(
        client: api.serving.address.client(of: request)?.network, ids: api.consoleSessionIDs(request),
        session: request.method == .get ? try api.consoleSession(request) : nil,
        isSecure: address?.hasPrefix("https://") ?? false)
    }
  }
}
