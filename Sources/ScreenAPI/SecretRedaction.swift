import Foundation

/// Leaves secrets out of what is logged. Marquee takes none in a target, but clients send what they like.
package enum SecretRedaction {
  /// Names of parameters whose values are secrets.
  private static let names: Set<String> = [
    "auth", "bearer", "code", "jwt", "key", "pass", "pwd", "session", "sid", "sig",
  ]
  /// How such names end.
  private static let endings = [
    "access-key", "access_key", "accesskey", "api-key", "api_key", "apikey", "authorization", "credential",
    "credentials", "passwd", "password",
    "secret",
    "session-id", "session_id", "sessionid", "signature", "token",
  ]

  /// A target with `…` in place of the values of parameters whose names speak of a secret.
  package static func redacted(target: String) -> String {
    let target = withoutTokens(target)
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return target }
    let query = target[target.index(after: mark)...]
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
      if isSecret(pair[..<equals]) { return pair[...equals] + "…" }
      // A token may be written with escapes, too.
      let value = pair[pair.index(after: equals)...]
      let plain = value.removingPercentEncoding ?? String(value)
      return withoutTokens(plain) == plain ? String(pair) : pair[...equals] + "…"
    }
    return target[...mark] + pairs.joined(separator: "&")
  }

  /// A route that somebody asked for: what stands behind a `?` in it is a query that was written with an escape.
  static func redacted(route: String) -> String { redacted(target: route) }

  /// The value of a parameter, decoded.
  static func redacted(value: String, of name: String) -> String {
    isSecret(name[...]) ? "…" : withoutTokens(value)
  }

  /// What looks like a token of Marquee's own is none of the log's business, wherever it stands.
  static func withoutTokens(_ target: String) -> String {
    guard target.contains("mq_") else { return target }
    return target.replacing(#/mq_[A-Za-z0-9_-]{43}/#, with: "…")
  }

  private static func isSecret(_ name: Substring) -> Bool {
    let name = (name.removingPercentEncoding ?? String(name)).lowercased()
    return names.contains(name) || endings.contains { name.hasSuffix($0) }
  }
}
