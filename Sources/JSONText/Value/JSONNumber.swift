/// A JSON number (RFC 8259 §6) as its source text: `1.0` stays `1.0`, and no digit is lost.
package struct JSONNumber: Sendable, Hashable {
  /// The number in the grammar of RFC 8259 §6.
  package let text: String

  /// - Parameter text: a number in the grammar of RFC 8259 §6; not checked.
  init(grammatical text: String) { self.text = text }

  package init(_ value: Int) { text = String(value) }

  /// Nil for NaN and the infinities, which JSON cannot express. A whole number below 1e15 has no fraction, as in
  /// ECMA-262.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if let whole = Int64(exactly: value), abs(value) < 1e15 {
      text = String(whole)
    } else {
      text = String(describing: value)
    }
  }

  /// Nil when the text is not a number by the grammar of RFC 8259 §6.
  package init?(text: String) {
    guard case .number(let number)? = try? JSONParser.parse(Array(text.utf8)), number.text == text else {
      return nil
    }
    self = number
  }

  /// The nearest double; infinity beyond the range of a double.
  package var doubleValue: Double { Double(text) ?? 0 }

  /// The number as an `Int`, if its value is whole (as in `1.0` and `1e2`) and fits.
  package var intValue: Int? { Int(text) ?? DecimalDigits(text).intValue }

  /// Whether its value is whole, as in `1.0` and `1e2` (JSON Schema 2020-12 validation §6.1.1).
  package var isInteger: Bool { Int(text) != nil || DecimalDigits(text).isInteger }

  /// Compares the exact values: negative, zero or positive when this number is less than, equal to or greater than
  /// the other.
  package func compare(to other: JSONNumber) -> Int {
    if let a = Int(text), let b = Int(other.text) { return a < b ? -1 : a == b ? 0 : 1 }
    return DecimalDigits(text).compare(to: DecimalDigits(other.text))
  }

  /// Whether both numbers have the same mathematical value.
  package func isEqual(to other: JSONNumber) -> Bool { compare(to: other) == 0 }

  /// Adds the exact value to a hash. By the nearest double, many numbers that nearly are the same would collide.
  package func combineValue(into hasher: inout Hasher) {
    if let whole = intValue { hasher.combine(whole) } else { hasher.combine(DecimalDigits(text)) }
  }

  /// Whether the number is a whole multiple of the divisor. False for a divisor of zero. Computed in decimals without
  /// rounding; numbers of thousands of digits are divided as doubles.
  package func isMultiple(of divisor: JSONNumber) -> Bool {
    DecimalDigits(text).isMultiple(of: DecimalDigits(divisor.text))
  }
}
