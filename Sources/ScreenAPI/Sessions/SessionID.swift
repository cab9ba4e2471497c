import HTTPWire

/// What names a session in a path: 64 bits from the system's generator, as 16 hexadecimal digits.
struct SessionID: Hashable, Sendable {
  static let digits = 16

  private let bits: UInt64

  /// A new one.
  init() { bits = .random(in: .min ... .max) }

  /// Nil for what is none.
  init?(_ text: Bytes) {
    guard text.count == Self.digits else { return nil }
    var bits: UInt64 = 0
    for index in 0..<Self.digits {
      let byte = text[index]
      switch byte {
      case 0x30...0x39: bits = bits << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: bits = bits << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    self.bits = bits
  }

  var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: Self.digits - digits.count) + digits
  }
}
