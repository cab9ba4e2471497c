import JSONText

/// Decodes a document to UTF-8.
enum XMLEncoding {
  /// The document as UTF-8 without a byte order mark.
  ///
  /// Reads UTF-8, and UTF-16 with a byte order mark.
  /// - Throws: ``XMLSyntaxError`` for other bytes, and for scalars that XML 1.0 does not allow.
  static func utf8(_ bytes: [UInt8]) throws(XMLSyntaxError) -> (text: [UInt8], isUTF16: Bool) {
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    if isBigEndian || bytes.starts(with: [0xFF, 0xFE]) {
      return (try scalars(of: units(bytes.dropFirst(2), isBigEndian), as: UTF16.self), true)
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    return (try scalars(of: body, as: UTF8.self), false)
  }

  private static func units(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) throws(XMLSyntaxError)
    -> [UInt16]
  {
    guard bytes.count.isMultiple(of: 2) else { throw undecodable(after: [], "UTF-16") }
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
  }

  private static func scalars<Encoding: UnicodeCodec>(
    of units: [Encoding.CodeUnit], as encoding: Encoding.Type
  ) throws(XMLSyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    var decoder = Encoding()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return text
      case .error: throw undecodable(after: text, Encoding.self == UTF8.self ? "UTF-8" : "UTF-16")
      case .scalarValue(let scalar):
        guard XMLCharacters.isAllowed(scalar) else {
          throw XMLSyntaxError(
            position: SourcePosition(of: text.count, in: text),
            message: "the character U+\(hexadecimal(scalar)) is not allowed in XML",
            hint: "remove it")
        }
        if scalar.isASCII {
          text.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          text += scalar.utf8
        }
      }
    }
  }

  /// At least four hexadecimal digits.
  static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func undecodable(after text: [UInt8], _ name: String) -> XMLSyntaxError {
    XMLSyntaxError(
      position: SourcePosition(of: text.count, in: text), message: "the text is not valid \(name)",
      hint: "save the file as UTF-8")
  }
}
