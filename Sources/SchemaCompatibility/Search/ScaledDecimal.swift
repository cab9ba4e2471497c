import JSONText

/// Decimal numbers as whole numbers of units of 10^-scale, in 128 bits.
struct ScaledDecimal {
  /// The largest number of digits after the point.
  static let maximumScale = 12
  /// The largest absolute value, so that sums and products of two values stay in range.
  static let bound: Int128 = 1_000_000_000_000_000_000

  /// The number of digits after the point that a number needs. Nil when there are too many.
  static func scale(of number: JSONNumber) -> Int? { parts(of: number)?.scale }

  /// The number in units of 10^-scale. Nil when that is not whole or too large.
  static func units(of number: JSONNumber, scale: Int) -> Int128? {
    guard let parts = parts(of: number), parts.scale <= scale else { return nil }
    var units = parts.digits
    for _ in parts.scale..<scale {
      units *= 10
      guard abs(units) <= bound else { return nil }
    }
    return units
  }

  /// The number for a count of units, in its shortest form.
  static func number(_ units: Int128, scale: Int) -> JSONNumber? {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    var fraction = padded.suffix(scale)
    while fraction.hasSuffix("0") { fraction = fraction.dropLast() }
    let whole = padded.dropLast(scale)
    return JSONNumber(text: (units < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction))
  }

  private static func parts(of number: JSONNumber) -> (digits: Int128, scale: Int)? {
    guard number.text.utf8.count <= 40 else { return nil }
    let parts = number.text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first else { return nil }
    var exponent = 0
    if parts.count > 1 {
      guard let value = Int(parts[1]), abs(value) <= 40 else { return nil }
      exponent = value
    }
    var digits: Int128 = 0
    var scale = 0
    var isFraction = false
    for byte in mantissa.utf8 {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case 0x30...0x39:
        guard digits <= bound else { return nil }
        digits = digits * 10 + Int128(byte - 0x30)
        if isFraction { scale += 1 }
      default: break
      }
    }
    scale -= exponent
    while scale > 0, digits % 10 == 0, digits != 0 {
      digits /= 10
      scale -= 1
    }
    if digits == 0 { scale = 0 }
    while scale < 0 {
      digits *= 10
      scale += 1
      guard digits <= bound else { return nil }
    }
    guard scale <= maximumScale, digits <= bound else { return nil }
    return (mantissa.hasPrefix("-") ? -digits : digits, scale)
  }
}
