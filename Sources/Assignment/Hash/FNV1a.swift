/// The 32-bit FNV-1a hash of a sequence of bytes, computed incrementally.
///
/// Each byte is mixed in by exclusive or, then the state is multiplied by the FNV prime (RFC 9923 §2.2).
package struct FNV1a: Sendable, Equatable {
  /// The hash of the bytes so far.
  package private(set) var value: UInt32

  private static let offsetBasis: UInt32 = 0x811c_9dc5
  private static let prime: UInt32 = 0x0100_0193

  /// The hash of no bytes.
  package init() { value = Self.offsetBasis }

  /// The hash of the UTF-8 bytes of a text.
  package init(_ text: String) {
    self.init()
    update(text)
  }

  @inline(__always)
  package mutating func update(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* Self.prime
  }

  @inline(__always)
  package mutating func update(_ bytes: Span<UInt8>) {
    var hash = self
    for place in bytes.indices { hash.update(bytes[place]) }
    self = hash
  }

  /// `Array.span` needs iOS 26, and ScreenKitExperiments less.
  @inline(__always)
  package mutating func update(_ bytes: [UInt8]) {
    var hash = self
    for byte in bytes { hash.update(byte) }
    self = hash
  }

  package mutating func update(_ text: String) {
    let start = self
    self = withBytes(of: text) { bytes in
      var hash = start
      hash.update(bytes)
      return hash
    }
  }

  /// Mixes in a number as its decimal digits, most significant first and without leading zeros.
  @inline(__always)
  package mutating func update(decimal number: UInt32) {
    // Unrolled: dividing by a constant is a multiplication, and the digits do not depend on each other. A hash
    // nearly always has ten digits.
    if number >= 1_000_000_000 { update(digit: number / 1_000_000_000) }
    if number >= 100_000_000 { update(digit: number / 100_000_000) }
    if number >= 10_000_000 { update(digit: number / 10_000_000) }
    if number >= 1_000_000 { update(digit: number / 1_000_000) }
    if number >= 100_000 { update(digit: number / 100_000) }
    if number >= 10_000 { update(digit: number / 10_000) }
    if number >= 1000 { update(digit: number / 1000) }
    if number >= 100 { update(digit: number / 100) }
    if number >= 10 { update(digit: number / 10) }
    update(digit: number)
  }

  /// Mixes in the last decimal digit of a number.
  @inline(__always)
  private mutating func update(digit number: UInt32) {
    update(UInt8(truncatingIfNeeded: number % 10) &+ UInt8(ascii: "0"))
  }
}
