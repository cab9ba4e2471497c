import AdminModel
import HTTPWire
import JSONText
import Screens

/// Tokens for the admin API: `/admin/tokens`. They belong to the server: a session has none of its own.
enum TokenEndpoints {
  static let all: [Endpoint] = [list, get, create, revoke]

  static let list = Endpoint(
    .get, "/admin/tokens", "listTokens", .tokens, "The tokens by name, without their secrets",
    access: .token(.administer), reading: .publisherOfServer,
    responses: [.json("The tokens", TokenPage.self)],
    validation: .entityTag, isSecret: true
  ) { _, publisher in
    .json(TokenPage(tokens: publisher.tokens.all.map { Token($0) }))
  }

  static let get = Endpoint(
    .get, "/admin/tokens/{name}", "getToken", .tokens, "A token without its secret",
    access: .token(.administer), reading: .publisherOfServer, .tokenName,
    responses: [.json("The token", Token.self)], problems: [.unknownToken], validation: .entityTag,
    isSecret: true
  ) { (_, publisher, name) throws(ScreensError) in .json(Token(try publisher.access.token(name))) }

  static let create = Endpoint(
    .put, "/admin/tokens/{name}", "createToken", .tokens, "Creates a token, and returns its secret once",
    access: .token(.administer), effect: .stores, reading: .publisherOfServer, .tokenName, .author,
    .precondition,
    .body(
      .named(
        "TokenRequest", .closedObject(.required("scope", .choice(AccessScope.grantable.map(\.rawValue))))),
      "The scope of the token."),
    responses: [.json(201, "The token was created", CreatedToken.self)],
    problems: [.badName, .tokenExists], isSecret: true
  ) { (_, publisher, name, author, precondition, body) throws(ScreensError) in
    guard Name.isToken(name) else {
      return Problem(
        .badName,
        "\(quoted(name)) cannot be a token; letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit, and not admin"
      ).response
    }
    let made = try publisher.access.createToken(
      name, scope: try scope(body), by: author, precondition: { precondition.allows($0) })
    return .json(CreatedToken(token: Token(made.token), secret: made.secret), 201)
  }

  static let revoke = Endpoint(
    .delete, "/admin/tokens/{name}", "revokeToken", .tokens, "Revokes a token", access: .token(.administer),
    effect: .stores,
    reading: .publisherOfServer, .tokenName, .author, .precondition,
    responses: [.json("The token was revoked", NamedReference.self)],
    problems: [.unknownToken], isSecret: true
  ) { (_, publisher, name, author, precondition) throws(ScreensError) in
    try publisher.access.revokeToken(name, by: author, precondition: { precondition.allows($0) })
    return .json(NamedReference(name: name))
  }

  private static func scope(_ body: [UInt8]) throws(ScreensError) -> AccessScope {
    let document = try JSONDocument(body: body)
    let noun = "a token"
    var diagnostics = Diagnostics()
    let members = MemberReader(document.value, at: .root, named: noun, allowed: ["scope"], &diagnostics)
    _ = members?.required("scope", of: noun, &diagnostics)
    let scope = members?.choice("scope", of: AccessScope.grantable.map(\.rawValue), &diagnostics)
      .flatMap { AccessScope(rawValue: $0) }
    guard let scope, diagnostics.isEmpty else {
      diagnostics.locate(in: document)
      throw .invalidBody(diagnostics)
    }
    return scope
  }
}

extension Parameter where Value == Publisher {
  /// The publisher that stores the tokens: that of the server, because a session has no tokens of its own.
  fileprivate static var publisherOfServer: Self {
    Parameter([], problems: [.notInSession]) { (_, _, api) throws(Problem) in
      guard api.serving.sessions != nil else {
        throw Problem(
          .notInSession,
          "a session and a change set have no tokens of their own; send this to the server, without /s/ID or "
            + "/c/NAME")
      }
      return api.publisher
    }
  }
}

extension Parameter where Value == String {
  fileprivate static var tokenName: Self {
    path("name", "The name of a token; not admin.", .name) { $0.isEmpty ? nil : $0 }
  }
}

extension Token {
  fileprivate init(_ token: AccessToken) {
    self.init(
      name: token.name, scope: token.scope.rawValue, createdAt: Timestamp.text(token.createdAt))
  }
}
