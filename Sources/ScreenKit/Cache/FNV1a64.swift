/// The 64-bit FNV-1a hash <http://www.isthe.com/chongo/tech/comp/fnv/>. It names cache files and detects
/// damaged ones; it is not cryptographic.
enum FNV1a64 {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// Returns the hash as 16 hexadecimal digits.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(hash(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
