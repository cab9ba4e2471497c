/// A token of a JSON text: a string, a word or a single character.
enum SourceToken {
  /// The end of the token at an offset. A finding underlines only this token, because a whole object can be the whole
  /// screen.
  static func end(at start: Int, in text: [UInt8]) -> Int {
    guard start < text.count else { return text.count }
    var end = start + 1
    if text[start] == UInt8(ascii: "\"") {
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D {
        if text[end] == UInt8(ascii: "\"") { return end + 1 }
        end += text[end] == UInt8(ascii: "\\") && end + 1 < text.count ? 2 : 1
      }
      return min(end, text.count)
    }
    guard isOfWord(text[start]) else {
      // A character of several bytes is one token.
      while end < text.count, (0x80...0xBF).contains(text[end]) { end += 1 }
      return end
    }
    while end < text.count, isOfWord(text[end]) { end += 1 }
    return end
  }

  static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}
