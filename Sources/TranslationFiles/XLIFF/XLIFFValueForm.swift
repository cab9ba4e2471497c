import XMLText

/// The form of an attribute's value in XLIFF 2.1.
enum XLIFFValueForm: Sendable {
  case text
  /// An NMTOKEN of XML Schema.
  case token
  /// NMTOKENs with spaces between them.
  case tokens
  /// A tag of BCP 47.
  case language
  case oneOf([String])
  /// `PREFIX:VALUE` (XLIFF 2.1 §4.3.1.40).
  case prefixed
  case integer(ClosedRange<Int>)
  case decimal(ClosedRange<Double>)
  /// The hexadecimal digits of a code point.
  case hexadecimal
  /// The restrictions of the standard profiles of size: `*`, `MAX`, `MIN,MAX` or `MIN,*` (§5.7.6).
  case sizes
  /// An attribute that the element must not have.
  case forbidden

  static let yesNo = oneOf(["yes", "no"])
  static let direction = oneOf(["ltr", "rtl", "auto"])
  static let space = oneOf(["default", "preserve"])
  static let positive = integer(1...Int(Int32.max))
  static let count = integer(0...Int(Int32.max))
  static let percent = decimal(0...100)

  func matches(_ value: String) -> Bool {
    switch self {
    case .text: true
    case .token: Self.isToken(value[...])
    case .tokens: value.split(separator: " ").allSatisfy(Self.isToken) && value.contains { $0 != " " }
    case .language: Self.isLanguage(value)
    case .oneOf(let values): values.contains(value)
    case .prefixed:
      value.utf8.filter { $0 == UInt8(ascii: ":") }.count == 1 && value.first != ":" && value.last != ":"
        && !value.contains(where: \.isWhitespace)
    case .integer(let range): Int(value).map(range.contains) ?? false
    case .decimal(let range): Double(value).map(range.contains) ?? false
    case .hexadecimal: (1...8).contains(value.utf8.count) && value.utf8.allSatisfy(Self.isHexadecimal)
    case .sizes: Self.isSizes(value)
    case .forbidden: false
    }
  }

  /// What a right value is, for a hint.
  var expectation: String {
    switch self {
    case .text: "expected a text"
    case .token: "expected letters, digits, \".\", \"-\", \"_\" and \":\" only"
    case .tokens: "expected names with spaces between them"
    case .language: "expected a BCP 47 tag such as en-GB"
    case .oneOf(let values) where values.count > 12: "expected a value that XLIFF 2.1 lists for it"
    case .oneOf(let values): "expected " + Self.list(values, "or")
    case .prefixed: "expected PREFIX:VALUE"
    case .integer(let range):
      range.upperBound == Int(Int32.max)
        ? "expected a whole number from \(range.lowerBound)"
        : "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .decimal(let range): "expected a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .hexadecimal: "expected hexadecimal digits, such as 0001"
    case .sizes: "expected \"*\", MAXIMUM, \"MINIMUM,MAXIMUM\" or \"MINIMUM,*\""
    case .forbidden: "remove it"
    }
  }

  /// `a, b or c`.
  static func list(_ values: [String], _ word: String) -> String {
    guard let last = values.last, values.count > 1 else { return values.first ?? "" }
    return values.dropLast().joined(separator: ", ") + " \(word) \(last)"
  }

  static func isToken(_ value: Substring) -> Bool {
    !value.isEmpty && value.unicodeScalars.allSatisfy(XMLCharacters.continuesName)
  }

  /// Whether a tag is well-formed (RFC 5646 §2.1): a language of at least two letters, or `x` or `i` with more.
  private static func isLanguage(_ value: String) -> Bool {
    let parts = value.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, first.allSatisfy(isLetter),
      parts.allSatisfy({ (1...8).contains($0.count) })
    else { return false }
    guard first.count > 1 || parts.count > 1 && "xXiI".utf8.contains(first.first ?? 0) else { return false }
    return parts.allSatisfy { $0.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  private static func isSizes(_ value: String) -> Bool {
    if value == "*" { return true }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return false }
    return parts.enumerated().allSatisfy { index, part in
      index == 1 && part == "*" || !part.isEmpty && part.utf8.allSatisfy(isDigit)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
