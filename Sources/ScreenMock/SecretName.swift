import Foundation

/// Decides by the name of a parameter, field or member whether its value is a secret.
///
/// A name consists of words, divided by case (`apiKey`), digits and any other characters (`api-key`, `api[key]`): servers
/// take `token[]` and ` token` for `token`, too.
package enum SecretName {
  /// Names that are secrets as a whole, because their words have other meanings within a longer name.
  private static let whole: Set<String> = ["code", "key", "session"]
  /// Words that make a name secret wherever they are.
  private static let anywhere: Set<String> = [
    "authorization", "credential", "credentials", "csc", "cvc", "cvv", "jwt", "passcode", "passphrase",
    "passwd", "password", "passwords", "pwd", "secret", "ssn", "totp",
  ]
  /// Words that make a name secret at its end.
  private static let last: Set<String> = [
    "auth", "bearer", "cookie", "cookies", "cred", "creds", "csrf", "hmac", "otp", "pass", "pin", "secrets",
    "sess", "sid", "sig", "signature", "token", "xsrf",
  ]
  /// Words that only describe the word before them, such as in `passwordConfirmation` and `pinNumber`.
  private static let describing: Set<String> = [
    "again", "confirm", "confirmation", "hash", "new", "number", "old", "repeat", "text", "value",
  ]
  /// Endings of names whose words are not divided, or which several words make secret.
  private static let endings = [
    "accesscode", "accesskey", "apikey", "authcode", "authorization", "authorizationcode", "backupcode",
    "cardnumber", "cookie", "credential", "credentials", "encryptionkey", "passcode", "passphrase", "passwd",
    "password", "pincode", "privatekey", "recoverycode", "secret", "securitycode", "sessid", "sessionid",
    "sessionkey", "sharedkey", "signature", "signingkey", "socialsecurity", "socialsecuritynumber", "token",
    "verificationcode",
  ]

  /// - Parameter name: a name that may be percent-encoded.
  package static func isSecret(_ name: Substring) -> Bool {
    let all = words(of: name.removingPercentEncoding ?? String(name))
    var words = all[...]
    while words.count > 1, let word = words.last, isDescribing(word) { words.removeLast() }
    guard let word = words.last else { return false }
    return last.contains(word) || all.contains(where: anywhere.contains)
      || [all.joined(), words.joined()].contains { joined in
        whole.contains(joined) || endings.contains(where: joined.hasSuffix)
      }
  }

  private static func isDescribing(_ word: String) -> Bool {
    describing.contains(word) || word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The words of a name, in lower case. An upper-case letter begins one after a lower-case letter, and before one:
  /// `APIKey` is `api` and `key`.
  private static func words(of name: String) -> [String] {
    let bytes = Array(name.utf8)
    var words: [String] = []
    var start = 0
    func endWord(at end: Int) {
      if start < end { words.append(String(decoding: bytes[start..<end], as: UTF8.self).lowercased()) }
      start = end
    }
    for (index, byte) in bytes.enumerated() {
      let (kind, before) = (Kind(byte), index == 0 ? .other : Kind(bytes[index - 1]))
      let isBeforeLower = index + 1 < bytes.count && Kind(bytes[index + 1]) == .lower
      let continues = kind == before || before == .upper && kind == .lower
      if !continues || kind == .upper && before == .upper && isBeforeLower { endWord(at: index) }
      if kind == .other { start = index + 1 }
    }
    endWord(at: bytes.count)
    return words
  }

  private enum Kind {
    case lower, upper, digit, other

    init(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A: self = .lower
      case 0x41...0x5A: self = .upper
      case 0x30...0x39: self = .digit
      default: self = .other
      }
    }
  }
}
