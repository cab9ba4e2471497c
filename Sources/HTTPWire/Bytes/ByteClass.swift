/// A set of ASCII bytes that a part of a message may contain (RFC 9110 §5.6, RFC 3986 §2). No class contains bytes
/// from 0x80.
///
/// The classes are written as bit masks: a constant needs no lazy initialisation, which every access would have to
/// check. `ByteScanTests` compares them with the characters that the RFCs list.
package struct ByteClass: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  package func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && (word &>> UInt64(byte & 63)) & 1 == 1
  }

  /// `tchar` (RFC 9110 §5.6.2): methods, field names, codings.
  package static let token = ByteClass(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)

  /// The characters of a request target: those of RFC 3986 §3.3 and §3.4, and those that browsers and apps send
  /// unencoded. `#` is excluded because a fragment is never sent; `\`, `<` and `>` because servers interpret them
  /// differently.
  package static let target = ByteClass(low: 0xAFFF_FFF6_0000_0000, high: 0x7FFF_FFFF_EFFF_FFFF)

  /// `uri-host` without brackets (RFC 3986 §3.2.2): unreserved, percent and sub-delims.
  package static let host = ByteClass(low: 0x2BFF_7FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)

  /// `unreserved` (RFC 3986 §2.3).
  package static let unreserved = ByteClass(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)

  /// `b64token` (RFC 6750 §2.1) without the trailing `=`.
  package static let bearerToken = ByteClass(low: 0x03FF_E800_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)

  /// The characters of `IPvFuture` (RFC 3986 §3.2.2).
  package static let addressLiteral = ByteClass(low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)

  package static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// `field-vchar`, space or tab (RFC 9110 §5.5): every byte except the control characters.
  package static func isFieldContent(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

  /// The value of a hexadecimal digit.
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    if byte &- 0x30 < 10 { return byte &- 0x30 }
    let letter = byte | 0x20
    return letter &- 0x61 < 6 ? letter &- 0x61 &+ 10 : nil
  }
}
