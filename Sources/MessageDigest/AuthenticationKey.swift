#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// A key of authentication codes: HMAC with SHA-256 (RFC 2104). What depends on the key alone is computed once, which is
/// half of the work for a short message.
package struct AuthenticationKey: Sendable {
  #if canImport(CryptoKit)
    private let start: HMAC<SHA256>
  #else
    private let start: hmac_sha256_ctx
  #endif

  /// - Parameter prefix: bytes with which each message begins.
  package init(_ key: [UInt8], prefix: [UInt8] = []) {
    #if canImport(CryptoKit)
      var start = HMAC<SHA256>(key: SymmetricKey(data: key))
      start.update(data: prefix)
    #else
      var start = hmac_sha256_ctx()
      unsafe key.withUnsafeBufferPointer { key in
        unsafe prefix.withUnsafeBufferPointer { prefix in
          // SAFETY: the function reads `count` bytes of each.
          unsafe marquee_hmac_sha256_begin(
            &start, key.baseAddress, key.count, prefix.baseAddress, prefix.count)
        }
      }
    #endif
    self.start = start
  }

  /// Appends the first bytes of the code of a message, at most 32.
  package func append(codeOf message: [UInt8], first count: Int, to output: inout [UInt8]) {
    #if canImport(CryptoKit)
      var context = start
      context.update(data: message)
      output += context.finalize().prefix(count)
    #else
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256Digest.count) { code in
        guard let bytes = code.baseAddress else { return }
        unsafe message.withUnsafeBufferPointer { message in
          unsafe withUnsafePointer(to: start) { start in
            // SAFETY: the function reads `message.count` bytes and writes 32, the capacity of `code`.
            unsafe marquee_hmac_sha256_end(start, message.baseAddress, message.count, bytes)
          }
        }
        unsafe output.append(contentsOf: code.prefix(count))
      }
    #endif
  }
}
