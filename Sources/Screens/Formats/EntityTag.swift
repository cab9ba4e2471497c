import MessageDigest

/// Strong entity tags (RFC 9110 §8.8.3) that identify exact bytes.
package enum EntityTag {
  /// The first 16 bytes of SHA-256, in hexadecimal, in quotes.
  package static func of(_ bytes: [UInt8]) -> String {
    "\"" + SHA256Digest(of: bytes).hexadecimal(prefix: 16) + "\""
  }
}
