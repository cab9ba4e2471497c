internal import JSONText

extension JSONNumber {
  /// The nearest double: the same as `doubleValue`, but faster for whole numbers of up to 15 digits. These are
  /// exact as a double, and nearly all attributes are such numbers.
  var double: Double {
    let bytes = text.utf8
    guard bytes.count <= 15 else { return doubleValue }
    var whole = 0.0
    var isNegative = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): whole = whole * 10 + Double(byte - UInt8(ascii: "0"))
      // JSON has a minus only in front or in an exponent, and the "e" of an exponent comes before its minus.
      case UInt8(ascii: "-"): isNegative = true
      default: return doubleValue
      }
    }
    return isNegative ? -whole : whole
  }
}
