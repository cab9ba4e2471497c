/// Splits a field value that is a list (RFC 9110 §5.6.1) into its elements. All lists in fields are parsed here.
package enum FieldList {
  /// The meaning of `"` in a list.
  package enum Quotes: Sendable {
    /// Delimits a quoted string, in which `\` escapes the next character (§5.6.4).
    case string
    /// Delimits an opaque tag, in which `\` is an ordinary character (§8.8.3).
    case opaqueTag
    /// An ordinary character: elements are tokens or numbers.
    case none
  }

  /// The index of the first unquoted separator from `start` on, or the end of the value.
  static func endOfElement(
    _ value: Bytes, from start: Int, separator: UInt8 = 0x2C, quotes: Quotes = .string
  ) -> Int {
    if quotes == .none { return value.firstIndex(of: separator, from: start) ?? value.count }
    let hasEscapes = quotes == .string
    var isQuoted = false
    var index = start
    while index < value.count {
      let byte = value[index]
      if byte == 0x22 {
        isQuoted.toggle()
      } else if isQuoted {
        if byte == 0x5C, hasEscapes { index += 1 }
      } else if byte == separator {
        return index
      }
      index += 1
    }
    return value.count
  }

  /// Whether every quoted string in the value is closed. An open one would include the elements that proxies append.
  static func isClosed(_ value: String) -> Bool {
    var isQuoted = false
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if byte == 0x5C, isQuoted {
        isEscaped = true
      }
    }
    return !isQuoted
  }

  /// Calls `body` with each element, empty ones included, without surrounding whitespace.
  static func forEachElement(
    of value: Bytes, separator: UInt8 = 0x2C, quotes: Quotes = .string, _ body: (Bytes) -> Void
  ) {
    var start = 0
    while start <= value.count {
      let end = endOfElement(value, from: start, separator: separator, quotes: quotes)
      body(value[start..<end].trimmed)
      start = end + 1
    }
  }

  /// The elements as strings, empty ones included, without surrounding whitespace.
  package static func elements(
    of value: String, separator: UInt8 = 0x2C, quotes: Quotes = .string
  ) -> [String] {
    var elements: [String] = []
    Array(value.utf8).withBytes { bytes in
      forEachElement(of: bytes, separator: separator, quotes: quotes) {
        elements.append(String(decoding: $0))
      }
    }
    return elements
  }

  /// The content of a quoted string with its escapes resolved. Any other text is returned unchanged.
  package static func unquoted(_ text: Bytes) -> [UInt8] {
    guard text.count >= 2, text[0] == 0x22 else { return Array(text) }
    var content: [UInt8] = []
    var index = 1
    while index < text.count, text[index] != 0x22 {
      if text[index] == 0x5C, index + 1 < text.count { index += 1 }
      content.append(text[index])
      index += 1
    }
    return index == text.count - 1 ? content : Array(text)
  }
}
