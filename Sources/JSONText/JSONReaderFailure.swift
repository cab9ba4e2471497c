extension JSONReader {
  /// Why a text can't be read; it is located when the reading has ended.
  struct Failure: Error {
    var code: JSONSyntaxError.Code = .syntax
    let offset: Int
    let message: String
    var hint: String?
    /// Another place that the message ends with, such as where the first of two equal names stands.
    var other: (relation: String, offset: Int)?
  }

  /// What may stand at a place.
  enum Expectation {
    case value, name, colon, digit, end

    /// Where that is, in a message.
    var context: String {
      switch self {
      case .value: "where a value should stand"
      case .name: "where a member name should stand"
      case .colon: "after a member name"
      case .digit: "in a number"
      case .end: "after the end of the document"
      }
    }

    /// What to say when nothing better is known.
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

  /// - Parameter comma: its offset.
  func trailingComma(_ comma: Int, in container: Container) -> Failure {
    Failure(
      offset: comma, message: "a comma stands before the closing \"\(container.closer)\"",
      hint: "remove the comma")
  }

  /// What stands here, and should not.
  func unexpected(_ expectation: Expectation) -> Failure {
    guard let byte = peek() else {
      guard endOfText > 0 else { return Failure(offset: 0, message: "the text is empty") }
      return Failure(
        offset: endOfText,
        message: expectation == .value
          ? "the text ends where a value should stand" : "the text ends too early", hint: expectation.hint)
    }
    if let failure = encodingFailure(at: byte) { return failure }
    return Failure(
      offset: place, message: "unexpected \(found) \(expectation.context)",
      hint: hint(for: expectation) ?? expectation.hint)
  }

  /// What stands after an element or a member, and is neither a comma nor the closing bracket.
  func unexpected(in container: Container, from opening: Int) -> Failure {
    guard let byte = peek() else {
      return Failure(
        offset: endOfText, message: "the text ends within \(container.noun)",
        hint: "add the closing \"\(container.closer)\"", other: ("which begins", opening))
    }
    if let failure = encodingFailure(at: byte) { return failure }
    let isWord = isWordByte(byte)
    if isWord, place > 0, text[place - 1] == UInt8(ascii: "\"") {
      return Failure(
        offset: place, message: "a string is followed by \(found)",
        hint: "a double quote within a string is written \\\"")
    }
    if isWord || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "."), place > 0,
      (0x30...0x39).contains(text[place - 1])
    {
      return Failure(
        offset: place, message: "a number is followed by \(found)", hint: "text stands in double quotes")
    }
    if byte == UInt8(ascii: "\"") || container == .array && startsValue(byte) {
      return Failure(
        offset: place, message: "a comma is missing before this \(container.part)",
        hint: "end the one before with \",\"")
    }
    return Failure(
      offset: place,
      message: "unexpected \(found) after \(container == .array ? "an" : "a") "
        + "\(container.part) of \(container.noun)",
      hint: hint(for: .end) ?? "expected \",\" or \"\(container.closer)\"",
      other: byte == container.otherCloser ? ("which begins", opening) : nil)
  }

  /// A name as JSON text, cut when long.
  func quoted(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let shown = String(String.UnicodeScalarView(scalars.prefix(80)))
    return JSONValue.string(scalars.count > 80 ? shown + "…" : shown).text
  }

  /// Bytes that are no UTF-8 text.
  private func encodingFailure(at byte: UInt8) -> Failure? {
    let start = text.prefix(2)
    if place == 0, start.elementsEqual([0xFF, 0xFE]) || start.elementsEqual([0xFE, 0xFF]) {
      return Failure(
        code: .encoding, offset: place, message: "the text is UTF-16, not UTF-8", hint: "save it as UTF-8")
    }
    guard byte >= 0x80, firstScalar(of: text[place...]) == nil else { return nil }
    return Failure(
      code: .encoding, offset: place, message: "the text is not valid UTF-8", hint: "save it as UTF-8")
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
func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
  return nil
}

extension JSONReader.Failure {
  func located(in text: [UInt8]) -> JSONSyntaxError {
    var message = message
    if let other {
      let place = SourcePosition(of: other.offset, in: text)
      message += " (\(other.relation) at \(place.line):\(place.column))"
    }
    return JSONSyntaxError(
      code: code, position: SourcePosition(of: offset, in: text), message: message, hint: hint)
  }
}
