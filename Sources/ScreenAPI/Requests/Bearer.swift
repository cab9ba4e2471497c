import HTTPWire
import Screens

/// The sender of a request, by its token.
struct Bearer: Sendable {
  let name: String
  let scope: AccessScope
  /// Whether a guest link is all that the sender has.
  var isGuest = false

  /// The bearer of the server's own token.
  static let administrator = Bearer(name: "admin", scope: .administer)

  enum Refusal: Error {
    case missing, wrong

    /// RFC 6750 §3.
    var problem: Problem {
      switch self {
      case .missing:
        var problem = Problem(
          .unauthorized,
          "send Authorization: Bearer TOKEN; TOKEN is the admin token, or one of `marquee token create`")
        problem.fields = [HTTPField("WWW-Authenticate", "Bearer realm=\"marquee\"")]
        return problem
      case .wrong:
        return Problem(
          .forbidden,
          "this server does not know the token, or it was revoked; marquee token list shows the names of valid ones"
        )
      }
    }
  }

  /// The problem of a bearer whose token has a lower scope than needed; nil if the scope suffices.
  func refusal(needing scope: AccessScope) -> Problem? {
    guard self.scope < scope else { return nil }
    let detail =
      scope == .administer
      ? "only the server's own admin token may do this"
      : "the token \(quoted(name)) has the scope \(self.scope.rawValue), and this needs \(scope.rawValue)"
    var problem = Problem(.insufficientScope, detail)
    problem.fields = [
      HTTPField(
        "WWW-Authenticate", cleaning: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
    ]
    return problem
  }
}

extension ScreenAPI {
  /// The sender of a request. The admin token is compared in constant time, others by their digests.
  func bearer(_ request: borrowing HTTPRequest) -> Result<Bearer, Bearer.Refusal> {
    guard let field = request.field(.authorization), let token = BearerCredentials.token(in: field) else {
      return .failure(.missing)
    }
    return bearer(ofSecret: Array(token))
  }

  func bearer(ofSecret secret: [UInt8]) -> Result<Bearer, Bearer.Refusal> {
    let isAdministrator = secret.withBytes { secret in
      Array(environment.adminToken.utf8).withBytes { BearerCredentials.isSame($0, secret) }
    }
    if isAdministrator { return .success(.administrator) }
    guard let known = publisher.tokens.token(secret: secret) else { return .failure(.wrong) }
    return .success(Bearer(name: known.name, scope: known.scope))
  }

  /// The sender of a request, by its token, or else by its session of the console, or else by its link as a guest.
  /// - Parameter changeSet: the change set whose guests are admitted; nil to admit none.
  func bearer(
    orSession request: borrowing HTTPRequest, orGuestOf changeSet: String? = nil
  ) throws(Problem) -> Bearer {
    switch bearer(request) {
    case .success(let bearer): return bearer
    case .failure(.wrong): throw Bearer.Refusal.wrong.problem
    case .failure(.missing):
      guard request.field(.authorization) == nil else { throw Bearer.Refusal.missing.problem }
      let session = try consoleSession(request)?.bearer
      // Somebody who can only read may have a link that allows more.
      if let changeSet, session.map({ $0.scope < .edit }) ?? true,
        let guest = try guestBearer(of: changeSet, request)
      {
        return guest
      }
      if let session { return session }
      throw Bearer.Refusal.missing.problem
    }
  }
}
