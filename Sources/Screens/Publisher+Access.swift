import JSONText

/// Tokens, and what was done with them.
extension Publisher {
  /// Makes a token.
  /// - Returns: the token, and its secret, which is not kept.
  package func createToken(
    _ name: String, scope: AccessScope, by author: Author
  ) throws(ScreensError) -> (token: AccessToken, secret: String) {
    try locked { (_) throws(ScreensError) in
      guard self.tokens.named(name) == nil else { throw .tokenExists(name) }
      guard self.tokens.all.count < AccessTokens.maximumCount else {
        var diagnostics = Diagnostics()
        diagnostics.add(
          Diagnostic(.tooMany, at: .root, "there are at most \(AccessTokens.maximumCount) tokens"))
        throw .invalidBody(diagnostics)
      }
      let secret = AccessToken.makeSecret()
      let token = AccessToken(
        name: name, scope: scope, digest: AccessToken.digest(of: Array(secret.utf8)),
        createdAt: self.clock())
      try self.save(self.entry(.createToken, name, by: author)) { $0.tokens = [name: token] }
      self.tokens.add(token)
      return (token, secret)
    }
  }

  /// From now on the token is good for nothing.
  package func revokeToken(_ name: String, by author: Author) throws(ScreensError) {
    try locked { (_) throws(ScreensError) in
      guard let token = self.tokens.named(name) else {
        throw .unknownToken(name, nearest: NearestName.to(name, among: self.tokens.all.map(\.name)))
      }
      try self.save(self.entry(.revokeToken, name, by: author)) { $0.tokens = [name: AccessToken?.none] }
      self.tokens.remove(token)
    }
  }

  /// What has been done, newest first.
  package func audit(before: Int?, limit: Int) throws(ScreensError) -> [AuditEntry] {
    try stored { (store) throws(StoreError) in try store.audit(before: before, limit: limit) }
  }
}
