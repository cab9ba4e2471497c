/// The number that ECMAScript reads from a text (ECMA-262 §7.1.4.1 StringToNumber).
///
/// White space at the ends is ignored. The empty text is 0. The prefixes `0x`, `0o` and `0b` are known. Anything
/// else that is not a decimal literal is NaN.
package func ecmaNumber(from text: String) -> Double {
  let body = trimmingECMASpace(text)
  guard let first = body.utf8.first else { return 0 }
  if first == UInt8(ascii: "0"), let radix = prefixRadix(body.utf8) {
    return wholeNumber(body.utf8.dropFirst(2), radix: radix)
  }
  switch scanDecimal(body.utf8) {
  case .notANumber: return .nan
  case .infinity(let isNegative): return isNegative ? -.infinity : .infinity
  case .number: return Double(body) ?? .nan
  }
}

private enum DecimalShape {
  case notANumber
  case infinity(isNegative: Bool)
  case number
}

/// StrDecimalLiteral of ECMA-262 §7.1.4.1. `Double(_:)` alone would accept more: `nan`, `inf`, `0x1p3`.
private func scanDecimal(_ text: Substring.UTF8View) -> DecimalShape {
  var rest = text
  var isNegative = false
  if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
    isNegative = sign == UInt8(ascii: "-")
    rest = rest.dropFirst()
  }
  if rest.first == UInt8(ascii: "I") {
    return rest.elementsEqual("Infinity".utf8) ? .infinity(isNegative: isNegative) : .notANumber
  }
  var digitCount = dropDigits(&rest)
  if rest.first == UInt8(ascii: ".") {
    rest = rest.dropFirst()
    digitCount += dropDigits(&rest)
  }
  guard digitCount > 0 else { return .notANumber }
  if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
    rest = rest.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    guard dropDigits(&rest) > 0 else { return .notANumber }
  }
  return rest.isEmpty ? .number : .notANumber
}

private func dropDigits(_ text: inout Substring.UTF8View) -> Int {
  var count = 0
  while let byte = text.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
    text = text.dropFirst()
    count += 1
  }
  return count
}

private func prefixRadix(_ text: Substring.UTF8View) -> Int? {
  switch text.dropFirst().first {
  case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
  case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
  case UInt8(ascii: "b"), UInt8(ascii: "B"): 2
  default: nil
  }
}

/// The value of digits in a power-of-two radix, rounded once to the nearest double, ties to even.
private func wholeNumber(_ digits: Substring.UTF8View, radix: Int) -> Double {
  guard !digits.isEmpty else { return .nan }
  let bitsPerDigit = radix.trailingZeroBitCount
  var kept: UInt64 = 0
  var droppedBits = 0
  var isInexact = false
  for byte in digits {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return .nan }
    for bit in (0..<bitsPerDigit).reversed() {
      let isSet = digit >> bit & 1 == 1
      if kept >> 62 == 0 {
        kept = kept << 1 | (isSet ? 1 : 0)
      } else {
        // 63 bits hold a double's 53 and a rounding bit. Of the others it only matters whether any is set.
        droppedBits += 1
        isInexact = isInexact || isSet
      }
    }
  }
  // 63 kept bits and more than 1,000 dropped ones exceed the largest double.
  guard droppedBits <= 1000 else { return .infinity }
  return Double(sign: .plus, exponent: droppedBits, significand: Double(isInexact ? kept | 1 : kept))
}

/// The text without WhiteSpace and LineTerminator (ECMA-262 §12.2, §12.3) at its ends.
private func trimmingECMASpace(_ text: String) -> Substring {
  let scalars = text.unicodeScalars
  guard let first = scalars.first, let last = scalars.last, isECMASpace(first) || isECMASpace(last) else {
    return text[...]
  }
  var rest = scalars[...]
  while let scalar = rest.first, isECMASpace(scalar) { rest = rest.dropFirst() }
  while let scalar = rest.last, isECMASpace(scalar) { rest = rest.dropLast() }
  return Substring(rest)
}

private func isECMASpace(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
  default: false
  }
}
