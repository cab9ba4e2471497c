#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// A SHA-256 digest (FIPS 180-4), computed by CryptoKit or, where that is missing, by Nettle.
package struct SHA256Digest: Sendable, Equatable {
  /// The number of bytes of a digest.
  package static let count = 32

  package let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  package init(of message: [UInt8]) {
    #if canImport(CryptoKit)
      bytes = Array(SHA256.hash(data: message))
    #else
      bytes = unsafe Self.filled { digest in
        unsafe message.withUnsafeBufferPointer { message in
          // SAFETY: the function reads `message.count` bytes and writes 32, the capacity of `digest`.
          unsafe marquee_sha256(message.baseAddress, message.count, digest)
        }
      }
    #endif
  }

  /// The authentication code of a message under a key: HMAC with SHA-256 (RFC 2104).
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> SHA256Digest {
    SHA256Digest(bytes: AuthenticationKey(key).code(of: message).bytes())
  }

  #if !canImport(CryptoKit)
    private static func filled(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
      unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        unsafe body(start)
        initialized = count
      }
    }
  #endif

  /// The bytes in hexadecimal, in lower case.
  package var hexadecimal: String { Hexadecimal.text(of: bytes) }

  /// The first `count` bytes in hexadecimal, in lower case.
  package func hexadecimal(prefix count: Int) -> String { Hexadecimal.text(of: bytes.prefix(count)) }
}
