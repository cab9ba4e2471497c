#if canImport(CryptoKit)
  import CryptoKit
#else
  import CNettle
#endif

/// A key of authentication codes: HMAC with SHA-256 (RFC 2104). What depends on the key alone is computed once, which is
/// half of the work for a short message.
@safe
package final class AuthenticationKey: Sendable {
  #if canImport(CryptoKit)
    private let start: HMAC<SHA256>
  #else
    // SAFETY: nothing writes to it after `init`, and it is freed with the key. In place of a property that is a value, of
    // which each use as a pointer would copy 300 bytes.
    private nonisolated(unsafe) let start: UnsafeMutablePointer<hmac_sha256_ctx>
  #endif

  /// - Parameter prefix: bytes with which each message begins.
  package init(_ key: [UInt8], prefix: [UInt8] = []) {
    #if canImport(CryptoKit)
      var start = HMAC<SHA256>(key: SymmetricKey(data: key))
      start.update(data: prefix)
      self.start = start
    #else
      unsafe start = .allocate(capacity: 1)
      unsafe start.initialize(to: hmac_sha256_ctx())
      unsafe key.withUnsafeBufferPointer { key in
        unsafe prefix.withUnsafeBufferPointer { prefix in
          // SAFETY: the function reads `count` bytes of each.
          unsafe marquee_hmac_sha256_begin(
            start, key.baseAddress, key.count, prefix.baseAddress, prefix.count)
        }
      }
    #endif
  }

  #if !canImport(CryptoKit)
    deinit { unsafe start.deallocate() }
  #endif

  /// The code of a message.
  package func code(of message: Span<UInt8>) -> AuthenticationCode {
    unsafe AuthenticationCode { code in
      #if canImport(CryptoKit)
        var context = start
        // SAFETY: the span is valid during the call.
        unsafe message.withUnsafeBytes { unsafe context.update(data: $0) }
        unsafe code.copyBytes(from: Array(context.finalize()))
      #else
        let output = unsafe code.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe message.withUnsafeBufferPointer { message in
          withExtendedLifetime(self) {
            // SAFETY: the function reads `message.count` bytes and writes 32, the size of a code. `start` lives as long as
            // this key.
            unsafe marquee_hmac_sha256_end(start, message.baseAddress, message.count, output)
          }
        }
      #endif
    }
  }

  /// The code of a message.
  package func code(of message: [UInt8]) -> AuthenticationCode { code(of: message.span) }
}
