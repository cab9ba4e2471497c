/// Conversion of any string to a literal of a language whose strings are UTF-16.
struct CodeUnitLiteral {
  /// Characters of ASCII that need a backslash, besides the backslash and the quotation mark.
  let escaped: Set<Unicode.Scalar>

  /// Returns the literal. Escapes everything except printable ASCII and plain letters, so that a reader sees invisible
  /// characters too.
  func of(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\" + String(scalar)
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case " "..."~":
        if escaped.contains(scalar) { literal += "\\" }
        literal.unicodeScalars.append(scalar)
      default:
        if scalar.isPlainLetter {
          literal.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 { literal += "\\u" + Self.hexadecimal(unit) }
        }
      }
    }
    return literal + "\""
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
