package import JSONText

/// Creating and revoking access tokens.
package struct AccessService: Sendable {
  let publisher: Publisher

  /// Creates a token.
  /// - Returns: the token and its secret, which is not stored.
  package func createToken(
    _ name: String, scope: AccessScope, by author: Author,
    precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> (token: AccessToken, secret: String) {
    try publisher.writing { (_) throws(ScreensError) in
      try publisher.tokens.require(precondition, name)
      guard publisher.tokens.named(name) == nil else { throw .tokenExists(name) }
      guard publisher.tokens.all.count < AccessTokens.maximumCount else {
        let diagnostic = Diagnostic(
          .tooMany, at: .root, "there are at most \(AccessTokens.maximumCount) tokens")
        throw .invalidBody(Diagnostics(diagnostic))
      }
      let secret = AccessToken.makeSecret()
      let token = AccessToken(
        name: name, scope: scope, digest: AccessToken.digest(of: Array(secret.utf8)),
        createdAt: publisher.clock())
      try publisher.save(.createToken, name, by: author) {
        $0.tokens = [name: token]
      }
      publisher.tokens.add(token)
      return (token, secret)
    }
  }

  /// - Throws: ``ScreensError/unknownToken(_:nearest:)``.
  package func token(_ name: String) throws(ScreensError) -> AccessToken {
    guard let token = publisher.tokens.named(name) else {
      throw .unknownToken(name, nearest: NearestName.to(name, among: publisher.tokens.all.map(\.name)))
    }
    return token
  }

  /// Revokes a token. Requests with it fail from then on.
  /// - Throws: ``ScreensError/unknownToken(_:nearest:)``.
  package func revokeToken(
    _ name: String, by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try publisher.writing { (_) throws(ScreensError) in
      let token = try self.token(name)
      try publisher.tokens.require(precondition, name)
      try publisher.save(.revokeToken, name, by: author) {
        $0.tokens = [name: AccessToken?.none]
      }
      publisher.tokens.remove(token)
    }
  }
}

extension Publisher {
  /// Who may use the admin API.
  package var access: AccessService { AccessService(publisher: self) }
}

extension AccessTokens {
  /// Checks a precondition against the present token of a name.
  fileprivate func require(_ precondition: (JSONValue?) -> Bool, _ name: String) throws(ScreensError) {
    let current = named(name)?.json
    guard precondition(current) else { throw .documentPreconditionFailed(current: current) }
  }
}
