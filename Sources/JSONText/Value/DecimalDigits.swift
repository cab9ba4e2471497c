/// A decimal number as its significant digits and an exponent, for exact comparison and division.
struct DecimalDigits: Hashable {
  let isNegative: Bool
  /// The digits 0…9, most significant first, without zeros at either end; empty for zero.
  let digits: [UInt8]
  /// The value is 0.d₁d₂d₃… × 10^exponent.
  let exponent: Int

  /// The upper bound of a written exponent. Larger exponents are set to it, which avoids overflow. No document has
  /// enough digits to bring a number beyond the bound into the range of the others. Two numbers beyond it compare by
  /// their digits only.
  private static let exponentBound = 1_000_000_000_000

  /// The largest product of digit counts that is divided exactly. Larger numbers are divided as doubles, so that a
  /// megabyte of digits cannot keep a processor busy.
  private static let longDivisionBound = 4_000_000

  /// - Parameter text: a number in the grammar of RFC 8259 §6.
  init(_ text: String) {
    var negative = false
    var found: [UInt8] = []
    var point: Int?
    var written = 0
    var power = 0
    var powerNegative = false
    var inPower = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if inPower { powerNegative = true } else { negative = true }
      case UInt8(ascii: "."):
        point = written
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        inPower = true
      case 0x30...0x39:
        let digit = byte &- 0x30
        if inPower {
          power = min(power * 10 + Int(digit), Self.exponentBound)
        } else {
          found.append(digit)
          written += 1
        }
      default:
        break
      }
    }
    let leading = found.prefix { $0 == 0 }.count
    let trailing = found.reversed().prefix { $0 == 0 }.count
    guard leading < found.count else {
      isNegative = false
      digits = []
      exponent = 0
      return
    }
    isNegative = negative
    digits = Array(found[leading..<(found.count - trailing)])
    exponent = (point ?? written) - leading + (powerNegative ? -power : power)
  }

  var isInteger: Bool { exponent >= digits.count || digits.isEmpty }

  var intValue: Int? {
    guard isInteger else { return nil }
    guard exponent <= 19 else { return nil }
    var value = 0
    for place in 0..<max(exponent, 0) {
      let digit = place < digits.count ? Int(digits[place]) : 0
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carried) =
        isNegative
        ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      guard !overflow, !carried else { return nil }
      value = next
    }
    return value
  }

  func compare(to other: DecimalDigits) -> Int {
    let sign = self.sign
    guard sign == other.sign else { return sign < other.sign ? -1 : 1 }
    guard sign != 0 else { return 0 }
    if exponent != other.exponent { return exponent < other.exponent ? -sign : sign }
    if digits == other.digits { return 0 }
    return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  func isMultiple(of divisor: DecimalDigits) -> Bool {
    guard !divisor.digits.isEmpty else { return false }
    guard !digits.isEmpty else { return true }
    // value = A·10^a and divisor = B·10^b, where A and B are whole and do not end in zero. If a < b, the value is not
    // a multiple, because 10 does not divide A.
    let shift = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    guard shift >= 0 else { return false }
    // B has fewer than 4 factors of 2, and of 5, for each of its digits. More tens than that do not change the result.
    let tens = min(shift, 4 * divisor.digits.count)
    if divisor.digits.count <= 18 {
      let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
      var rest: UInt64 = 0
      for place in 0..<(digits.count + tens) {
        let digit = place < digits.count ? UInt64(digits[place]) : 0
        let (high, low) = rest.multipliedFullWidth(by: 10)
        let (sum, carried) = low.addingReportingOverflow(digit)
        rest = modulus.dividingFullWidth((high &+ (carried ? 1 : 0), sum)).remainder
      }
      return rest == 0
    }
    guard (digits.count + tens) * divisor.digits.count <= Self.longDivisionBound else {
      return approximateValue.truncatingRemainder(dividingBy: divisor.approximateValue) == 0
    }
    return longRemainderIsZero(divisor: divisor.digits, tens: tens)
  }

  /// Long division, digit by digit, which keeps only the remainder.
  private func longRemainderIsZero(divisor: [UInt8], tens: Int) -> Bool {
    // The remainder needs one digit more than the divisor; between steps it is less than the divisor.
    let divisor = [0] + divisor
    var rest = [UInt8](repeating: 0, count: divisor.count)
    for place in 0..<(digits.count + tens) {
      rest.removeFirst()
      rest.append(place < digits.count ? digits[place] : 0)
      while !rest.lexicographicallyPrecedes(divisor) {
        var borrow: UInt8 = 0
        for column in rest.indices.reversed() {
          let subtrahend = divisor[column] + borrow
          borrow = rest[column] < subtrahend ? 1 : 0
          rest[column] = rest[column] + borrow * 10 - subtrahend
        }
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }

  private var approximateValue: Double {
    let mantissa = digits.prefix(17).reduce(0.0) { $0 * 10 + Double($1) }
    let text = "\(isNegative ? "-" : "")\(mantissa)e\(exponent - min(digits.count, 17))"
    return Double(text) ?? 0
  }
}
