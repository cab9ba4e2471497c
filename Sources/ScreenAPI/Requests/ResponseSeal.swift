import Foundation
import JSONText
import MessageDigest
import Screens

/// Encrypts the kept response of a write that answers with a secret, such as that of a new token.
///
/// The key is made of the sender's token and the `Idempotency-Key`. A store has only digests of both, so its content does
/// not open the response; the same request does.
struct ResponseSeal: Sendable {
  private static let saltLength = 16
  private let key: [UInt8]

  init(token: [UInt8], idempotencyKey: [UInt8]) {
    // The length before the first part keeps different parts from giving the same bytes.
    let parts = Array("marquee response \(token.count):".utf8) + token + idempotencyKey
    key = SHA256Digest(of: parts).bytes
  }

  func sealed(_ response: KeptResponse) -> KeptResponse {
    var random = SystemRandomNumberGenerator()
    let salt = (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let hidden = salt + combined(response.json.serialized(), salt: salt)
    return KeptResponse(
      status: response.status, sealed: Data(hidden + code(of: hidden)).base64EncodedString())
  }

  /// The response that was sealed; nil if another request sealed it.
  func opened(_ response: KeptResponse) -> KeptResponse? {
    guard let text = response.sealed, let data = Data(base64Encoded: text) else { return nil }
    let bytes = Array(data)
    let hidden = Array(bytes.dropLast(SHA256Digest.count))
    guard hidden.count >= Self.saltLength, code(of: hidden).elementsEqual(bytes.suffix(SHA256Digest.count))
    else { return nil }
    let json = combined(
      Array(hidden.dropFirst(Self.saltLength)), salt: Array(hidden.prefix(Self.saltLength)))
    return (try? JSONParser.parse(json)).flatMap { KeptResponse(json: $0) }
  }

  /// The bytes combined with a stream of bytes that only the key and the salt give: HMAC-SHA-256 of a counter. Combining
  /// them again gives the first bytes.
  private func combined(_ bytes: [UInt8], salt: [UInt8]) -> [UInt8] {
    let streamKey = SHA256Digest.authenticationCode(of: Array("stream".utf8), key: key).bytes
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for start in stride(from: 0, to: bytes.count, by: SHA256Digest.count) {
      let block = SHA256Digest.authenticationCode(of: salt + Array("\(start)".utf8), key: streamKey).bytes
      result += zip(bytes[start...], block).map { $0 ^ $1 }
    }
    return result
  }

  /// Shows that the bytes come from a request with the same key.
  private func code(of hidden: [UInt8]) -> [UInt8] {
    let codeKey = SHA256Digest.authenticationCode(of: Array("code".utf8), key: key).bytes
    return SHA256Digest.authenticationCode(of: hidden, key: codeKey).bytes
  }
}
