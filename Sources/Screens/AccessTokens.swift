import Synchronization

/// The tokens that are good now. Asking waits for no write to the disk.
package final class AccessTokens: Sendable {
  /// Tokens at a time: each person and machine that publishes has one.
  package static let maximumCount = 1_000

  private let byDigest = Mutex<[String: AccessToken]>([:])

  package init() {}

  /// The token of that secret; nil for one that nobody was given.
  package func token(secret: [UInt8]) -> AccessToken? {
    // What is compared is the digest of what was sent: how long that takes says nothing of a secret.
    let digest = AccessToken.digest(of: secret)
    return byDigest.withLock { $0[digest] }
  }

  /// By name.
  package var all: [AccessToken] { byDigest.withLock { $0.values.sorted { $0.name < $1.name } } }

  func named(_ name: String) -> AccessToken? {
    byDigest.withLock { tokens in tokens.values.first { $0.name == name } }
  }

  func add(_ token: AccessToken) { byDigest.withLock { $0[token.digest] = token } }

  func remove(_ token: AccessToken) { byDigest.withLock { $0[token.digest] = nil } }
}
