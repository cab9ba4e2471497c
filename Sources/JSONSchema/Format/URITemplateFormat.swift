/// `uri-template`: RFC 6570 §2, with erratum 6937 (an apostrophe is a literal).
enum URITemplateFormat {
  static func matches(_ text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{":
        guard let end = rest.firstIndex(of: "}"), isExpression(rest[..<end]) else { return false }
        rest = rest[rest.index(after: end)...]
      case "%":
        guard let high = rest.popFirst(), let low = rest.popFirst(), high.isHexDigit, low.isHexDigit else {
          return false
        }
      default:
        guard isLiteral(scalar) else { return false }
      }
    }
    return true
  }

  /// §2.1
  private static func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "%": false
    case "\u{21}"..."\u{7E}": true
    default: URIFormat.isInternational(scalar, allowsPrivate: true)
    }
  }

  /// §2.2: an optional operator, also a reserved one, and variables.
  private static func isExpression(_ text: Substring.UnicodeScalarView) -> Bool {
    var rest = text
    if let first = rest.first, "+#./;?&=,!@|".unicodeScalars.contains(first) { rest.removeFirst() }
    return rest.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isVariable)
  }

  /// §2.3, §2.4: a name, with an optional prefix length or asterisk.
  private static func isVariable(_ text: Substring.UnicodeScalarView) -> Bool {
    var name = text
    if name.last == "*" {
      name.removeLast()
    } else if let colon = text.firstIndex(of: ":") {
      let length = text[text.index(after: colon)...]
      name = text[..<colon]
      guard (1...4).contains(length.count), length.first != "0",
        length.allSatisfy({ ("0"..."9").contains($0) })
      else { return false }
    }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isNamePart)
  }

  private static func isNamePart(_ text: Substring.UnicodeScalarView) -> Bool {
    guard !text.isEmpty else { return false }
    var rest = text
    while let scalar = rest.popFirst() {
      if scalar == "%" {
        guard let high = rest.popFirst(), let low = rest.popFirst(), high.isHexDigit, low.isHexDigit else {
          return false
        }
        continue
      }
      guard scalar == "_" || UInt8(exactly: scalar.value).map({ $0.isASCIILetter || $0.isASCIIDigit }) == true
      else { return false }
    }
    return true
  }
}
