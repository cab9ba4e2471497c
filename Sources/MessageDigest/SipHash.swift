/// A code that authenticates a message of known length: SipHash-2-4 with 128 bits (Aumasson and Bernstein, "SipHash: a fast
/// short-input PRF", 2012). For a message of a few words it takes a small part of the time of HMAC, which matters for codes
/// in each response. Neither CryptoKit nor Nettle has one for short messages.
package struct SipHash: Sendable {
  // What changes the state is inline, so that it stays in registers.
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  /// - Parameter key: the bytes of the key are those of both numbers, the least significant first.
  package init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// Adds eight bytes to the message, the least significant first.
  @inline(__always)
  package mutating func update(_ word: UInt64) {
    v3 ^= word
    for _ in 0..<2 { mix() }
    v0 ^= word
  }

  /// The code of the message.
  /// - Parameters:
  ///   - rest: the bytes after the last eight, at most seven, the least significant first.
  ///   - count: the length of the whole message in bytes.
  @inline(__always)
  package consuming func code(rest: UInt64, count: Int) -> (UInt64, UInt64) {
    update(UInt64(truncatingIfNeeded: count) << 56 | rest)
    v2 ^= 0xee
    let first = finish()
    v1 ^= 0xdd
    return (first, finish())
  }

  @inline(__always)
  private mutating func finish() -> UInt64 {
    for _ in 0..<4 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  @inline(__always)
  private mutating func mix() {
    v0 &+= v1
    v2 &+= v3
    v1 = Self.rotate(v1, 13) ^ v0
    v3 = Self.rotate(v3, 16) ^ v2
    v0 = Self.rotate(v0, 32)
    v2 &+= v1
    v0 &+= v3
    v1 = Self.rotate(v1, 17) ^ v2
    v3 = Self.rotate(v3, 21) ^ v0
    v2 = Self.rotate(v2, 32)
  }

  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }
}
