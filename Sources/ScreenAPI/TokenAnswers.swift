import HTTPWire
import JSONText
import Screens

extension ScreenAPI {
  /// `GET /admin/tokens`: names and scopes; a secret is told once, when it is made.
  var tokens: HTTPResponse {
    Self.json(["tokens": .array(publisher.tokens.all.map(\.json))])
  }

  /// `PUT` and `DELETE /admin/tokens/{name}`.
  func token(
    _ name: String, _ request: borrowing HTTPRequest, _ parameters: AdminParameters, _ body: [UInt8]
  ) throws(ScreensError) -> HTTPResponse {
    guard request.method == .put else {
      try publisher.revokeToken(name, by: parameters.author)
      return Self.json(["name": .string(name)])
    }
    guard Name.isToken(name) else {
      return Problem(
        400, "bad-name", "That is no name",
        "\(quoted(name)) cannot be a token; letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit, and not admin"
      ).response
    }
    let made = try publisher.createToken(name, scope: try Self.scope(body), by: parameters.author)
    guard case .object(var object) = made.token.json else { return .problem(.internalFault) }
    object["token"] = .string(made.secret)
    return Self.json(.object(object), 201)
  }

  private static func scope(_ body: [UInt8]) throws(ScreensError) -> AccessScope {
    let document = try JSONDocument(body: body)
    if case .object(let members) = document.value, members.count == 1,
      let scope = members["scope"]?.stringValue.flatMap(AccessScope.init(rawValue:)),
      AccessScope.grantable.contains(scope)
    {
      return scope
    }
    var diagnostics = Diagnostics()
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: .root, "a token has a scope: read, edit or publish", hint: "{\"scope\": \"read\"}",
        position: document.position(of: .root)))
    throw .invalidBody(diagnostics)
  }
}

extension AccessToken {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "scope": .string(scope.rawValue),
      "createdAt": .string(Timestamp.text(createdAt)),
    ]
  }
}
