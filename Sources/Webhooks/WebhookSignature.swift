internal import Foundation
internal import MessageDigest
internal import Screens

/// The fields that sign a message
/// (<https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>).
enum WebhookSignature {
  /// - Parameters:
  ///   - id: the message's id.
  ///   - time: the time of the attempt, in seconds since 1970 UTC. Receivers refuse old attempts.
  ///   - secret: `whsec_` with the key in Base64.
  static func fields(id: String, time: Double, body: [UInt8], secret: String) -> [(
    name: String, value: String
  )] {
    let seconds = String(Int(exactly: max(0, time).rounded(.down)) ?? 0)
    let content = Array("\(id).\(seconds).".utf8) + body
    let code = SHA256Digest.authenticationCode(of: content, key: Webhook.key(of: secret) ?? [])
    return [
      ("webhook-id", id), ("webhook-timestamp", seconds),
      ("webhook-signature", "v1," + Data(code.bytes).base64EncodedString()),
    ]
  }
}
