/// The id of a session: 64 bits from the system's random generator, as 16 hexadecimal digits.
struct SessionID: Hashable, Sendable {
  static let digits = 16

  private let bits: UInt64

  /// Creates a random id.
  init() { bits = .random(in: .min ... .max) }

  /// Parses an id; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.count == Self.digits else { return nil }
    var bits: UInt64 = 0
    for byte in text.utf8 {
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
