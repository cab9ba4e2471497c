/// A part of a text with placeholders, as it is written.
package enum TemplatePiece: Sendable, Equatable {
  case fixed(String)
  /// The text between the braces, and the offset of the `{{` in bytes from the start of the text.
  case placeholder(String, offset: Int)
}

/// Splits a text with placeholders.
///
/// `{{` opens a placeholder, and the next `}}` closes it. `{{{{` is a literal `{{`. A single brace, and `}}` outside a
/// placeholder, are literal too.
package enum TemplateScanner {
  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  /// - Throws: ``TemplateError`` for a placeholder that is not closed.
  package static func pieces(of text: String) throws(TemplateError) -> [TemplatePiece] {
    var pieces: [TemplatePiece] = []
    var fixed: [UInt8] = []
    let bytes = Array(text.utf8)
    func isPair(_ byte: UInt8, at position: Int) -> Bool {
      position + 1 < bytes.count && bytes[position] == byte && bytes[position + 1] == byte
    }
    var position = 0
    while position < bytes.count {
      guard isPair(open, at: position) else {
        fixed.append(bytes[position])
        position += 1
        continue
      }
      if isPair(open, at: position + 2) {
        fixed += [open, open]
        position += 4
        continue
      }
      var end = position + 2
      while end < bytes.count, !isPair(close, at: end) { end += 1 }
      guard end < bytes.count else {
        throw TemplateError(
          .unclosed, at: position, "{{ is not closed by }}", hint: "{{{{ writes {{")
      }
      if !fixed.isEmpty { pieces.append(.fixed(String(decoding: fixed, as: UTF8.self))) }
      fixed = []
      let inside = String(decoding: bytes[(position + 2)..<end], as: UTF8.self)
      pieces.append(.placeholder(inside, offset: position))
      position = end + 2
    }
    if !fixed.isEmpty { pieces.append(.fixed(String(decoding: fixed, as: UTF8.self))) }
    return pieces
  }
}
