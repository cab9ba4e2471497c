/// The character classes of the ABNF core rules (RFC 5234 appendix B.1).
extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  var isASCIIHexDigit: Bool { hexDigitValue != nil }

  /// The value of the byte as a hexadecimal digit; nil when it is not one.
  var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: nil
    }
  }
}
