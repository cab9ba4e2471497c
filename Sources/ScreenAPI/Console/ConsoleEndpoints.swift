import HTTPWire
import Screens

/// The web application of the console: `/console`.
enum ConsoleEndpoints {
  static let all: [Endpoint] = [root, redirect, file]

  /// People who open the address of the server alone see the console.
  static let root = Endpoint(
    .get, "/", "openServer", .console, "The console, in a browser", access: .console, effect: .answers,
    reading: .wantsPage,
    responses: [
      ResponseDeclaration(
        302, "The console is at /console/", content: [], headers: [.location, .vary])
    ], problems: [.notFound]
  ) { api, wantsPage in
    guard wantsPage, api.environment.console != nil else { return Problem.notFound("/").response }
    return HTTPResponse(
      302,
      fields: [
        HTTPField("Location", cleaning: api.serving.path + "/console/"), HTTPField("Vary", "Accept"),
      ])
  }

  static let redirect = Endpoint(
    .get, "/console", "openConsole", .console, "The console", access: .console,
    responses: [ResponseDeclaration(308, "The console is at /console/", content: [], headers: [.location])]
  ) { api in
    HTTPResponse(308, fields: [HTTPField("Location", cleaning: api.serving.path + "/console/")])
  }

  /// Every address of a view answers the same page, whose script shows the view.
  static let file = Endpoint(
    .get, "/console/{path}", "getConsoleFile", .console, "A page or a file of the console", access: .console,
    reading: .consolePath, .takesGzip,
    responses: [
      ResponseDeclaration(
        200, "The page or the file",
        content: [
          ("text/html", .string), ("text/javascript", .string), ("text/css", .string),
          ("image/svg+xml", .string),
        ])
    ], problems: [.notFound, .misdirected], validation: .prepared
  ) { api, path, takesGzip in
    let name: String
    if path.hasPrefix("app/") {
      name = String(path.dropFirst(4))
    } else {
      name = "index.html"
    }
    guard let file = ConsoleFile.all[name] else { return Problem.notFound("/console/" + path).response }
    let coded = takesGzip ? file.gzip : nil
    var response = HTTPResponse(
      200,
      fields: [HTTPField("Content-Type", file.type), HTTPField("Cache-Control", "no-cache")] + protection + [
        HTTPField("Vary", "Accept-Encoding"), HTTPField("ETag", cleaning: coded?.tag ?? file.identity.tag),
      ], body: coded?.bytes ?? file.identity.bytes)
    if coded != nil { response.fields.append(HTTPField("Content-Encoding", "gzip")) }
    return response
  }

  /// What pages with the console's scripts may do, and who may reach into them.
  static var protection: [HTTPField] {
    [
      HTTPField("Content-Security-Policy", policy), HTTPField("Referrer-Policy", "no-referrer"),
      HTTPField("X-Frame-Options", "DENY"), HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }

  /// Allows only scripts and styles of the server, and forbids markup from strings (`trusted-types 'none'`).
  private static let policy: StaticString =
    """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http: data:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    """
}

extension Parameter where Value == String {
  /// The path of a page or file, after the check of the host.
  fileprivate static var consolePath: Self {
    Parameter(
      [
        ParameterDeclaration(
          "path", in: .path, "The path of a view, or app/ and the name of a file.", .string, isRequired: true)
      ], problems: [.notFound]
    ) { (request, arguments, api) throws(Problem) in
      guard let access = api.environment.console else { throw .notFound(arguments.path) }
      try api.checkHost(request, access)
      return arguments.placeholders["path"] ?? ""
    }
  }
}

extension Parameter where Value == Bool {
  fileprivate static var wantsPage: Self {
    Parameter([]) { request, _, _ in ProblemPage.isWanted(by: request) }
  }

  fileprivate static var takesGzip: Self {
    Parameter([]) { request, _, _ in ScreenAPI.takesGzip(request) }
  }
}
