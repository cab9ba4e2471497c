package import JSONText

/// Access tokens and the audit.
extension Publisher {
  /// Creates a token.
  /// - Returns: the token and its secret, which is not stored.
  package func createToken(
    _ name: String, scope: AccessScope, by author: Author,
    precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) -> (token: AccessToken, secret: String) {
    try writing { (_) throws(ScreensError) in
      try self.tokens.require(precondition, name)
      guard self.tokens.named(name) == nil else { throw .tokenExists(name) }
      guard self.tokens.all.count < AccessTokens.maximumCount else {
        let diagnostic = Diagnostic(
          .tooMany, at: .root, "there are at most \(AccessTokens.maximumCount) tokens")
        throw .invalidBody(Diagnostics(diagnostic))
      }
      let secret = AccessToken.makeSecret()
      let token = AccessToken(
        name: name, scope: scope, digest: AccessToken.digest(of: Array(secret.utf8)),
        createdAt: self.clock())
      try self.save(self.entry(.createToken, name, by: author), by: author) {
        $0.tokens = [name: token]
      }
      self.tokens.add(token)
      return (token, secret)
    }
  }

  /// - Throws: ``ScreensError/unknownToken(_:nearest:)``.
  package func token(_ name: String) throws(ScreensError) -> AccessToken {
    guard let token = tokens.named(name) else {
      throw .unknownToken(name, nearest: NearestName.to(name, among: tokens.all.map(\.name)))
    }
    return token
  }

  /// Revokes a token. Requests with it fail from then on.
  /// - Throws: ``ScreensError/unknownToken(_:nearest:)``.
  package func revokeToken(
    _ name: String, by author: Author, precondition: (JSONValue?) -> Bool = { _ in true }
  ) throws(ScreensError) {
    try writing { (_) throws(ScreensError) in
      let token = try self.token(name)
      try self.tokens.require(precondition, name)
      try self.save(self.entry(.revokeToken, name, by: author), by: author) {
        $0.tokens = [name: AccessToken?.none]
      }
      self.tokens.remove(token)
    }
  }

  /// A change of something that is not stored, such as the rules of the mock.
  package struct UnstoredChange<Outcome: Sendable> {
    /// The audit entries to store, one for each subject; empty if nothing changes.
    package let actions: [(AuditEntry.Action, subject: String)]
    /// Makes the change.
    package let apply: () -> Outcome

    package init(_ actions: [(AuditEntry.Action, subject: String)], apply: @escaping () -> Outcome) {
      self.actions = actions
      self.apply = apply
    }
  }

  /// Stores the audit entries of an unstored change, then makes the change.
  ///
  /// It runs as a writer, so the audit lists changes in the order in which they took effect.
  /// - Parameter plan: returns the change, given the present state of what it changes.
  package func audited<Outcome: Sendable>(
    by author: Author, _ plan: () throws(ScreensError) -> UnstoredChange<Outcome>
  ) throws(ScreensError) -> Outcome {
    try writing { (_) throws(ScreensError) in
      let change = try plan()
      var changes = StoreChanges()
      changes.audit = change.actions.map { self.entry($0.0, $0.subject, by: author) }
      if !changes.isEmpty {
        try self.save(changes, by: author)
      }
      return change.apply()
    }
  }

  /// The audit entries, newest first.
  /// - Parameters:
  ///   - before: returns only entries with a lower id; nil for all.
  ///   - limit: the maximum number of entries.
  package func audit(before: Int?, limit: Int) throws(ScreensError) -> [AuditEntry] {
    try stored { (store) throws(StoreError) in try store.audit(before: before, limit: limit) }
  }
}

extension AccessTokens {
  /// Checks a precondition against the present token of a name.
  fileprivate func require(_ precondition: (JSONValue?) -> Bool, _ name: String) throws(ScreensError) {
    let current = named(name)?.json
    guard precondition(current) else { throw .documentPreconditionFailed(current: current) }
  }
}
