/// Percent-encoding (RFC 3986 §2.1), which a JSON Pointer needs as the fragment of a URI (RFC 6901 §6).
package enum PercentEncoding {
  /// Decodes once. Returns nil if a `%` is not followed by two hexadecimal digits.
  package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Decodes once. Returns nil if a `%` is not followed by two hexadecimal digits, or if the result is not UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return bytes(of: text.utf8).flatMap { String(validUTF8: $0) }
  }

  /// Encodes all bytes except those of unreserved characters (RFC 3986 §2.3) and of `kept`, which is ASCII.
  package static func encoded(_ text: String, keeping kept: String = "") -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where kept.utf8.contains(byte):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit (`HEXDIG` of RFC 5234 appendix B.1, in either case); nil for other bytes.
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x41...0x46: self &- 0x37
    case 0x61...0x66: self &- 0x57
    default: nil
    }
  }
}
