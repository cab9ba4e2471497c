// Descriptions of unexpected tokens, and hints at what the author probably meant.
extension JSONReader {
  /// The end of the text without trailing white space: the location of an error in an unfinished text.
  var endOfText: Int {
    (text.lastIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } ?? -1) + 1
  }

  /// The description of the current token. Requires that `peek()` is not nil.
  var found: String {
    switch peek() ?? 0 {
    case UInt8(ascii: "\""): return "string"
    case 0x20, 0x09, 0x0A, 0x0D: return "white space"
    case 0x21...0x7E: return "\"\(word)\""
    case 0x80...:
      guard let scalar = firstScalar(of: text[position...]) else { return "byte" }
      return Self.isInvisible(scalar) ? "character \(Self.number(of: scalar))" : "\"\(scalar)\""
    case let byte: return "control character (\(hexadecimal(byte)))"
    }
  }

  func hint(for expectation: Expectation) -> String? {
    guard let byte = peek() else { return nil }
    let next = position + 1 < text.count ? text[position + 1] : 0
    switch byte {
    case UInt8(ascii: "/") where next == byte || next == UInt8(ascii: "*"), UInt8(ascii: "#"):
      return "JSON has no comments"
    case UInt8(ascii: "'"), UInt8(ascii: "`"):
      return "write JSON strings in double quotes"
    case UInt8(ascii: ","):
      return "remove the comma, or write what is missing before it"
    case 0x00:
      return "save the text as UTF-8"
    case 0x80...:
      return firstScalar(of: text[position...]).flatMap(Self.hint)
    default:
      break
    }
    switch expectation {
    case .name:
      return isWordByte(byte) ? "write it in double quotes: \"\(word)\"" : nil
    case .value:
      return valueHint(byte, next)
    case .digit:
      return word == "Infinity" ? "JSON has no such number" : nil
    case .end, .colon:
      return nil
    }
  }

  private func valueHint(_ byte: UInt8, _ next: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "+"): return "a number has no plus sign"
    case UInt8(ascii: ".") where (0x30...0x39).contains(next): return "write a 0 before the point"
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return "write the value that is missing"
    case _ where isWordByte(byte): break
    default: return nil
    }
    let word = word
    switch word.lowercased() {
    case "true", "false", "null": return "did you mean \(word.lowercased())?"
    case "none", "nil", "undefined": return "did you mean null?"
    case "nan", "infinity": return "JSON has no such number"
    default: return "write text in double quotes"
    }
  }

  /// The hint for a string that began at `start` and is not closed when its line ends here.
  func closingHint(from start: Int) -> String {
    let curly = [0x201C, 0x201D].compactMap { Unicode.Scalar($0) }
    let written = String(decoding: text[start..<position], as: UTF8.self)
    return written.unicodeScalars.contains(where: curly.contains)
      ? "a string ends with a straight double quote: \""
      : "add the closing \", or write \\n for a line end within the text"
  }

  /// The letters, digits and underscores at the current place, at most 40; the single byte there if it is none of them.
  private var word: String {
    let letters = text[position...].prefix(40).prefix { isWordByte($0) }
    return String(decoding: letters.isEmpty ? text[position..<(position + 1)] : letters, as: UTF8.self)
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_")
  }

  func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"), 0x30...0x39: true
    default: false
    }
  }

  // MARK: Beyond ASCII

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      true
    default:
      false
    }
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The hint for a character that looks like JSON syntax: quotation marks of word processors, punctuation of East
  /// Asian keyboards, and invisible characters of web pages.
  private static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x300C...0x300F, 0xFF02, 0xFF07:
      return "write JSON strings in straight double quotes: \""
    case 0xFF01...0xFF5E:
      // Full-width forms follow their ASCII counterparts at a distance of 0xFEE0.
      return Unicode.Scalar(scalar.value - 0xFEE0).map { "did you mean \($0)" }
    case 0x3001: return "did you mean ,"
    case 0x2013, 0x2014, 0x2212: return "did you mean -"
    default: return isInvisible(scalar) ? "remove this invisible character" : nil
    }
  }
}
