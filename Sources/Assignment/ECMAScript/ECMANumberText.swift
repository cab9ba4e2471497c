/// The text that ECMAScript writes for a number (ECMA-262 §6.1.6.1.20 Number::toString, radix 10): the shortest
/// digits that read back as the same double, without an exponent from 1e-6 up to 1e21 and with one outside.
package func ecmaText(of number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number == 0 { return "0" }
  if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
  if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }

  let (digits, point) = shortestDigits(of: number.magnitude)
  let sign = number < 0 ? "-" : ""
  let count = digits.utf8.count
  switch point {
  case count...21 where count <= 21:
    return sign + digits + String(repeating: "0", count: point - count)
  case 1...21:
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  case -5...0:
    return sign + "0." + String(repeating: "0", count: -point) + digits
  default:
    let exponent = point - 1
    let fraction = count == 1 ? "" : "." + digits.dropFirst()
    return sign + digits.prefix(1) + fraction + (exponent < 0 ? "e-" : "e+") + String(exponent.magnitude)
  }
}

/// The shortest decimal digits of a finite number above zero, without zeros at either end, and the place of the
/// decimal point: the number is 0.digits × 10^point.
///
/// Swift's `description` has these digits (the shortest that round-trip), in a different notation.
private func shortestDigits(of number: Double) -> (digits: String, point: Int) {
  var digits: [UInt8] = []
  var point = 0
  var exponent = 0
  var isPastPoint = false
  let text = number.description
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      digits.append(byte)
      if !isPastPoint { point += 1 }
    case UInt8(ascii: "."):
      isPastPoint = true
    case UInt8(ascii: "e"):
      exponent = Int(Substring(rest)) ?? 0
      rest = rest.suffix(0)
    default:
      break
    }
  }
  let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
  digits.removeFirst(zeros)
  while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  return (String(decoding: digits, as: UTF8.self), point - zeros + exponent)
}
