import Crypto

/// What a bearer of a token may do. Each includes those before it.
package enum AccessScope: String, Sendable, CaseIterable, Comparable {
  /// Look.
  case read
  /// Write drafts, and check what a write would do.
  case edit
  /// Publish, and change view types and releases.
  case publish
  /// Give out tokens: the server's own token alone.
  case administer

  package static func < (one: AccessScope, other: AccessScope) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .edit: 1
    case .publish: 2
    case .administer: 3
    }
  }

  /// Those that a token may be given.
  package static let grantable: [AccessScope] = [.read, .edit, .publish]
}

/// A token with a name. Its secret is told once, when it is made; only a digest of it is kept.
package struct AccessToken: Sendable, Equatable {
  package let name: String
  package let scope: AccessScope
  /// SHA-256 of the secret, in hexadecimal. The secret is 256 random bits: there is nothing to be guessed that salt or
  /// a slow hash would protect.
  package let digest: String
  /// Seconds since 1970 UTC.
  package let createdAt: Double

  package init(name: String, scope: AccessScope, digest: String, createdAt: Double) {
    self.name = name
    self.scope = scope
    self.digest = digest
    self.createdAt = createdAt
  }

  package static func digest(of secret: [UInt8]) -> String {
    SHA256.hash(data: secret).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// A secret that nobody has had before, `mq_` and 43 letters, digits, `-` and `_`.
  package static func makeSecret() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    // 43 of 64 letters each: 258 bits.
    let letters = (0..<43).map { _ in alphabet[Int.random(in: 0..<64)] }
    return "mq_" + String(decoding: letters, as: UTF8.self)
  }
}
