import HTTPWire
import Screens

/// Who asks, by the token that came with the request.
struct Bearer: Sendable {
  let name: String
  let scope: AccessScope

  /// The bearer of the server's own token.
  static let administrator = Bearer(name: "admin", scope: .administer)

  enum Refusal: Error {
    case missing, wrong

    /// RFC 6750 §3.
    var problem: Problem {
      switch self {
      case .missing:
        var problem = Problem(
          401, "unauthorized", "A token is needed", "send Authorization: Bearer TOKEN with the admin token")
        problem.fields = [HTTPField("WWW-Authenticate", "Bearer realm=\"marquee\"")]
        return problem
      case .wrong:
        return Problem(403, "forbidden", "The token is wrong", "no token that is good is this one")
      }
    }
  }

  /// A bearer whose token is not for this.
  func refusal(needing scope: AccessScope) -> Problem? {
    guard self.scope < scope else { return nil }
    let detail =
      scope == .administer
      ? "only the server's own admin token may do this"
      : "the token \(quoted(name)) has the scope \(self.scope.rawValue), and this needs \(scope.rawValue)"
    var problem = Problem(403, "insufficient-scope", "The token is not for this", detail)
    problem.fields = [
      HTTPField(
        "WWW-Authenticate", cleaning: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
    ]
    return problem
  }
}

extension ScreenAPI {
  /// The admin token is compared in constant time, others by their digests.
  func bearer(_ request: borrowing HTTPRequest) -> Result<Bearer, Bearer.Refusal> {
    guard let field = request.field(.authorization), let token = BearerCredentials.token(in: field) else {
      return .failure(.missing)
    }
    if Array(environment.adminToken.utf8).withBytes({ BearerCredentials.isSame($0, token) }) {
      return .success(.administrator)
    }
    guard let known = publisher.tokens.token(secret: Array(token)) else {
      return .failure(.wrong)
    }
    return .success(Bearer(name: known.name, scope: known.scope))
  }
}
