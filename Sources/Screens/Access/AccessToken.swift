package import JSONText
import MessageDigest

/// A named token. Its secret is shown once, when it is created; the store has only a digest of it.
package struct AccessToken: Sendable, Equatable {
  package let name: String
  package let scope: AccessScope
  /// SHA-256 of the secret, in hexadecimal. The secret has over 256 random bits, so it needs neither salt nor a slow
  /// hash against guessing.
  package let digest: String
  /// Seconds since 1970 UTC.
  package let createdAt: Double

  package init(name: String, scope: AccessScope, digest: String, createdAt: Double) {
    self.name = name
    self.scope = scope
    self.digest = digest
    self.createdAt = createdAt
  }

  /// Everything but the secret.
  package var json: JSONValue {
    [
      "name": .string(name), "scope": .string(scope.rawValue),
      "createdAt": .string(Timestamp.text(createdAt)),
    ]
  }

  package static func digest(of secret: [UInt8]) -> String {
    SHA256Digest(of: secret).hexadecimal
  }

  /// A new random secret: `mq_` and 43 letters, digits, `-` and `_`.
  package static func makeSecret() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    // 43 characters of 6 bits: 258 bits.
    let letters = (0..<43).map { _ in alphabet[Int.random(in: 0..<64)] }
    return "mq_" + String(decoding: letters, as: UTF8.self)
  }
}
