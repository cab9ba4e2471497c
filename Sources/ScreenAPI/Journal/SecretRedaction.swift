import Foundation

/// Removes secrets from request targets and fields before they are logged or recorded. Marquee expects no secret in a
/// target, but clients may send one.
package enum SecretRedaction {
  /// Names of parameters whose values are secrets.
  private static let names: Set<String> = [
    "auth", "bearer", "code", "jwt", "key", "pass", "pwd", "session", "sid", "sig",
  ]
  /// Endings of names of parameters whose values are secrets.
  private static let endings = [
    "access-key", "access_key", "accesskey", "api-key", "api_key", "apikey", "authorization", "credential",
    "credentials", "passwd", "password",
    "secret",
    "session-id", "session_id", "sessionid", "signature", "token",
  ]

  /// A request target with `…` for the values of secret parameters.
  package static func redacted(target: String) -> String {
    let target = withoutTokens(target)
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return target }
    // By bytes: an ampersand and a combining character after it form one `Character`, which would hide a parameter.
    let query = target[target.utf8.index(after: mark)...].utf8
    let pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { bytes in
      let pair = Substring(bytes)
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(pair) }
      let value = pair[pair.utf8.index(after: equals)...]
      let hidden = pair[..<equals] + "=…"
      if isSecret(pair[..<equals]) { return String(hidden) }
      // A token may be percent-encoded.
      let plain = value.removingPercentEncoding ?? String(value)
      return withoutTokens(plain).utf8.elementsEqual(plain.utf8) ? String(pair) : String(hidden)
    }
    return target[..<mark] + "?" + pairs.joined(separator: "&")
  }

  /// A requested route without secrets. A `?` in it came percent-encoded, and a query may follow it.
  static func redacted(route: String) -> String { redacted(target: route) }

  /// The decoded value of a parameter, or `…` for a secret.
  static func redacted(value: String, of name: String) -> String {
    isSecret(name[...]) ? "…" : withoutTokens(value)
  }

  /// The value of a request field without secrets, such as `Prefer: name=value; other=value`.
  static func redacted(fieldValue value: String) -> String {
    let plain = withoutTokens(value)
    // Most fields contain no secret, and the regular expression below is slow.
    let namesSecret = plain.split { ",; \t".contains($0) }.contains { part in
      part.firstIndex(of: "=").map { isSecret(part[..<$0]) } ?? false
    }
    guard namesSecret else { return plain }
    return plain.replacing(#/([^\s,;="]+)=("[^"]*"|[^\s,;]*)/#) { match in
      isSecret(match.output.1) ? "\(match.output.1)=…" : String(match.output.0)
    }
  }

  /// A text with `…` for everything that looks like a token of Marquee.
  static func withoutTokens(_ target: String) -> String {
    let bytes = Array(target.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...]
      if rest.count >= tokenLength, rest.starts(with: tokenPrefix),
        rest.prefix(tokenLength).dropFirst(tokenPrefix.count).allSatisfy(isOfToken)
      {
        plain += "…".utf8
        place += tokenLength
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return plain.count == bytes.count ? target : String(decoding: plain, as: UTF8.self)
  }

  private static let tokenPrefix = Array("mq_".utf8)
  /// The length of a token: the prefix and 32 bytes in base64url.
  private static let tokenLength = 46

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func isSecret(_ name: Substring) -> Bool {
    let name = (name.removingPercentEncoding ?? String(name)).lowercased()
    return names.contains(name) || endings.contains { name.hasSuffix($0) }
  }
}
