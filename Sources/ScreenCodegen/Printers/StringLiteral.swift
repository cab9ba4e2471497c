/// Conversion of any string to a Swift literal.
enum StringLiteral {
  /// Returns the literal. Printable ASCII and plain letters are written as they are; everything else is
  /// escaped, so that a reader sees what is there.
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
        if isPlainLetter(scalar) {
          literal.unicodeScalars.append(scalar)
        } else {
          literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
    }
    return literal + "\""
  }

  /// Whether a scalar is a letter that does not combine with another and that normalization keeps.
  private static func isPlainLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value > 0x7F else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter:
      return scalar.properties.canonicalCombiningClass == .notReordered && !scalar.properties.isGraphemeExtend
    default: return false
    }
  }
}
