extension JSONReader {
  /// Why a text can't be read; it is located when the reading has ended.
  struct Failure: Error {
    var code: JSONSyntaxError.Code = .syntax
    let offset: Int
    let message: String
    var hint: String?
    /// Where the first of two equal names stands.
    var earlier: Int?
  }

  func trailingComma(_ closer: String) -> Failure {
    Failure(
      offset: place, message: "a comma stands before the closing \"\(closer)\"", hint: "remove the comma")
  }

  func unexpected(_ context: String, expected: String?) -> Failure {
    guard let byte = peek() else {
      return Failure(
        offset: place, message: "the text ends too early", hint: expected.map { "expected \($0)" })
    }
    let found: String
    var hint = expected.map { "expected \($0)" }
    switch byte {
    case UInt8(ascii: "/"):
      found = "\"/\""
      hint = "JSON has no comments"
    case UInt8(ascii: "'"):
      found = "\"'\""
      hint = "JSON strings stand in double quotes"
    case 0x21...0x7E:
      found = "\"\(word())\""
      let literals = ["True": "true", "False": "false", "None": "null", "nil": "null", "undefined": "null"]
      if let literal = literals[word()] { hint = "did you mean \(literal)?" }
    case 0x80...:
      guard let scalar = firstScalar(of: text[place...]) else {
        return Failure(
          code: .encoding, offset: place, message: "the text is not valid UTF-8", hint: "save it as UTF-8")
      }
      found = "\"\(scalar)\""
    default:
      found = "a control character (\(hexadecimal(byte)))"
    }
    return Failure(offset: place, message: "unexpected \(found) \(context)", hint: hint)
  }

  /// The letters and digits from here on, or the one byte that stands here.
  private func word() -> String {
    let letters = text[place...].prefix(20).prefix {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    return String(decoding: letters.isEmpty ? text[place..<(place + 1)] : letters, as: UTF8.self)
  }
}

func hexadecimal(_ byte: UInt8) -> String {
  "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

/// Bytes before the first that is not UTF-8.
func firstInvalidUTF8(in bytes: ArraySlice<UInt8>) -> Int {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
  return min(offset, bytes.count)
}

/// The scalar at the start of the bytes, if they begin with a valid one.
private func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
  return nil
}

extension JSONReader.Failure {
  func located(in text: [UInt8]) -> JSONSyntaxError {
    var message = message
    if let earlier {
      let first = SourcePosition(of: earlier, in: text)
      message += " (first at \(first.line):\(first.column))"
    }
    return JSONSyntaxError(
      code: code, position: SourcePosition(of: offset, in: text), message: message, hint: hint)
  }
}
