/// Bytes as hexadecimal digits, in lower case.
package enum Hexadecimal {
  /// Two digits for each byte.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    append(Array(bytes), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends two digits for each byte.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + bytes.count * 2)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
  }

  /// The 80 digits of five numbers, as characters in memory. They need no allocation.
  package static func characters(
    of numbers: (UInt64, UInt64, UInt64, UInt64, UInt64)
  ) -> Characters {
    let (a, b, c, d, e) = (
      digits(numbers.0), digits(numbers.1), digits(numbers.2), digits(numbers.3), digits(numbers.4)
    )
    return (a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1, e.0, e.1)
  }

  /// 80 characters.
  package typealias Characters = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )

  /// The 16 digits of a number as characters in memory.
  @inline(__always)
  private static func digits(_ number: UInt64) -> (UInt64, UInt64) {
    let bytes = SIMD8<UInt16>(
      truncatingIfNeeded: unsafe unsafeBitCast(number.bigEndian, to: SIMD8<UInt8>.self))
    // Each half of a byte in a byte of its own. The lower byte of a lane is the first in memory: all platforms of Swift are
    // little-endian.
    let digits = (bytes &>> 4 | bytes &<< 8) & 0x0f0f
    // 1 in each byte with a letter: 10 and 6 are 16.
    let letters = (digits &+ 0x0606) &>> 4 & 0x0101
    return unsafe unsafeBitCast(digits &+ 0x3030 &+ letters &* 0x27, to: (UInt64, UInt64).self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  /// The bytes of a text; nil if it is not an even number of digits, or has capital letters.
  package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount / 2)
    var high: UInt8?
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
