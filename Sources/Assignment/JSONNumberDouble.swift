internal import JSONText

extension JSONNumber {
  /// The nearest double, as `doubleValue`, and without the general reading of decimals for the whole numbers of
  /// up to 15 digits that attributes nearly always are: each of those is a double.
  var double: Double {
    let bytes = text.utf8
    guard bytes.count <= 15 else { return doubleValue }
    var whole = 0.0
    var isNegative = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): whole = whole * 10 + Double(byte - UInt8(ascii: "0"))
      // The grammar has a minus in front, or in an exponent, whose "e" has come before.
      case UInt8(ascii: "-"): isNegative = true
      default: return doubleValue
      }
    }
    return isNegative ? -whole : whole
  }
}
