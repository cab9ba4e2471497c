/// Conversion of any string to a Swift literal.
enum SwiftStringLiteral {
  /// Returns the literal. Escapes everything except printable ASCII and plain letters, so that a reader sees invisible
  /// characters too.
  static func of(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default:
        if scalar.isPlainLetter {
          literal.unicodeScalars.append(scalar)
        } else {
          literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
    }
    return literal + "\""
  }
}
