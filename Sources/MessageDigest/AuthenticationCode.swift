/// A code of 32 bytes that authenticates a message.
package struct AuthenticationCode: Sendable {
  private var stored: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// - Parameter fill: writes the 32 bytes.
  init(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe withUnsafeMutableBytes(of: &stored) { unsafe fill($0) }
  }

  /// The code as four numbers, the most significant byte first.
  package var words: (UInt64, UInt64, UInt64, UInt64) {
    (stored.0.bigEndian, stored.1.bigEndian, stored.2.bigEndian, stored.3.bigEndian)
  }

  /// The first `count` bytes, at most 32.
  package func bytes(first count: Int = SHA256Digest.count) -> [UInt8] {
    unsafe withUnsafeBytes(of: stored) { unsafe Array($0.prefix(count)) }
  }
}
