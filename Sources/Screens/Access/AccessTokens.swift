import JSONText
import Synchronization

/// The valid tokens, in memory.
package final class AccessTokens: Sendable {
  /// The maximum number of tokens: enough for one per person and machine that publishes.
  package static let maximumCount = 1_000

  private let byDigest = Mutex<[String: AccessToken]>([:])

  package init() {}

  /// The token with a secret; nil if the secret is unknown or revoked.
  package func token(secret: [UInt8]) -> AccessToken? {
    // The lookup compares digests, so its duration tells nothing about a secret.
    let digest = AccessToken.digest(of: secret)
    return byDigest.withLock { $0[digest] }
  }

  /// The token with a digest; nil if it is unknown or revoked.
  package func token(digest: String) -> AccessToken? { byDigest.withLock { $0[digest] } }

  /// All tokens, sorted by name.
  package var all: [AccessToken] { byDigest.withLock { $0.values.sorted { $0.name < $1.name } } }

  func named(_ name: String) -> AccessToken? {
    byDigest.withLock { tokens in tokens.values.first { $0.name.hasSameScalars(as: name) } }
  }

  func add(_ token: AccessToken) { byDigest.withLock { $0[token.digest] = token } }

  func remove(_ token: AccessToken) { byDigest.withLock { $0[token.digest] = nil } }

  /// Replaces the token of a name.
  /// - Parameter token: nil for a revoked token.
  private func set(_ token: AccessToken?, named name: String) {
    byDigest.withLock { tokens in
      for (digest, old) in tokens where old.name.hasSameScalars(as: name) { tokens[digest] = nil }
      if let token { tokens[token.digest] = token }
    }
  }

  /// Takes over changed tokens; nil stands for a revoked one.
  func take(_ tokens: [String: AccessToken?]) {
    for (name, token) in tokens { set(token, named: name) }
  }

  func replace(with tokens: [AccessToken]) {
    let new = Dictionary(tokens.map { ($0.digest, $0) }) { _, last in last }
    byDigest.withLock { $0 = new }
  }
}
