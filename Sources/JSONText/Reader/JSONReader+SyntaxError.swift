extension JSONReader {
  /// A syntax error by byte offset. Line and column are computed once, after parsing has failed.
  struct SyntaxError: Error {
    var code: JSONSyntaxError.Code = .syntax
    let offset: Int
    let message: String
    var hint: String?
    /// A second location for the end of the message, such as the first of two equal names.
    var other: (relation: String, offset: Int)?
  }

  /// The token that the grammar allows at a place.
  enum Expectation {
    case value, name, colon, digit, end

    /// The place, in the words of a message.
    var context: String {
      switch self {
      case .value: "where a value should stand"
      case .name: "where a member name should stand"
      case .colon: "after a member name"
      case .digit: "in a number"
      case .end: "after the end of the document"
      }
    }

    /// The hint when there is no better one.
    var hint: String? {
      switch self {
      case .value: nil
      case .name: "expected a name in double quotes"
      case .colon: "expected \":\""
      case .digit: "expected a digit"
      case .end: "expected nothing but white space"
      }
    }
  }

  /// The two kinds of brackets.
  enum Container {
    case array, object

    var noun: String { self == .array ? "an array" : "an object" }
    var part: String { self == .array ? "element" : "member" }
    var closer: String { self == .array ? "]" : "}" }
    var otherCloser: UInt8 { self == .array ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// - Parameter comma: the comma's offset.
  func trailingComma(_ comma: Int, in container: Container) -> SyntaxError {
    SyntaxError(
      offset: comma, message: "there is a comma before the closing \"\(container.closer)\"",
      hint: "remove the comma")
  }

  /// The error for an unexpected token at the current place.
  func unexpected(_ expectation: Expectation) -> SyntaxError {
    guard let byte = peek() else {
      guard endOfText > 0 else { return SyntaxError(offset: 0, message: "the text is empty") }
      return SyntaxError(
        offset: endOfText,
        message: expectation == .value
          ? "the text ends where a value should stand" : "the text ends too early", hint: expectation.hint)
    }
    if let failure = encodingError(at: byte) { return failure }
    return SyntaxError(
      offset: position, message: "unexpected \(found) \(expectation.context)",
      hint: hint(for: expectation) ?? expectation.hint)
  }

  /// The error for a token after an element or member that is neither a comma nor the closing bracket.
  func unexpected(in container: Container, from opening: Int) -> SyntaxError {
    guard let byte = peek() else {
      return SyntaxError(
        offset: endOfText, message: "the text ends within \(container.noun)",
        hint: "add the closing \"\(container.closer)\"", other: ("which begins", opening))
    }
    if let failure = encodingError(at: byte) { return failure }
    let isWord = isWordByte(byte)
    if isWord, position > 0, text[position - 1] == UInt8(ascii: "\"") {
      return SyntaxError(
        offset: position, message: "a string is followed by \(found)",
        hint: "write a double quote within a string as \\\"")
    }
    if isWord || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "."), position > 0,
      (0x30...0x39).contains(text[position - 1])
    {
      return SyntaxError(
        offset: position, message: "a number is followed by \(found)", hint: "write text in double quotes")
    }
    if byte == UInt8(ascii: "\"") || container == .array && startsValue(byte) {
      return SyntaxError(
        offset: position, message: "a comma is missing before this \(container.part)",
        hint: "end the one before with \",\"")
    }
    return SyntaxError(
      offset: position,
      message: "unexpected \(found) after \(container == .array ? "an" : "a") "
        + "\(container.part) of \(container.noun)",
      hint: hint(for: .end) ?? "expected \",\" or \"\(container.closer)\"",
      other: byte == container.otherCloser ? ("which begins", opening) : nil)
  }

  /// A name as JSON text, shortened when it is long.
  func quoted(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let shown = String(String.UnicodeScalarView(scalars.prefix(80)))
    return JSONValue.string(scalars.count > 80 ? shown + "…" : shown).text
  }

  /// The error for text that is not UTF-8 at the current place; nil when it is.
  private func encodingError(at byte: UInt8) -> SyntaxError? {
    let start = text.prefix(2)
    if position == 0, start.elementsEqual([0xFF, 0xFE]) || start.elementsEqual([0xFE, 0xFF]) {
      return SyntaxError(
        code: .encoding, offset: position, message: "the text is UTF-16, not UTF-8", hint: "save it as UTF-8")
    }
    guard byte >= 0x80, firstScalar(of: text[position...]) == nil else { return nil }
    return SyntaxError(
      code: .encoding, offset: position, message: "the text is not valid UTF-8", hint: "save it as UTF-8")
  }
}

func hexadecimal(_ byte: UInt8) -> String {
  "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
}

/// The number of bytes before the first that is not UTF-8.
func firstInvalidUTF8(in bytes: ArraySlice<UInt8>) -> Int {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
  return min(offset, bytes.count)
}

/// The scalar at the start of the bytes, if they begin with a valid one.
func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
  return nil
}

extension JSONReader.SyntaxError {
  func located(in text: [UInt8]) -> JSONSyntaxError {
    var message = message
    if let other {
      let position = SourcePosition(of: other.offset, in: text)
      message += " (\(other.relation) at \(position.line):\(position.column))"
    }
    return JSONSyntaxError(
      code: code, position: SourcePosition(of: offset, in: text), message: message, hint: hint)
  }
}
