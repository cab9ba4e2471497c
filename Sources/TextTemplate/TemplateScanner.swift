import JSONText

/// Splits a text into its parts.
///
/// `{{` opens a placeholder, and the next `}}` closes it. `{{{{` is a literal `{{`. A single brace, and `}}` outside a
/// placeholder, are literal too.
enum TemplateScanner {
  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  static func parts(of text: String) throws(TemplateError) -> [TemplatePart] {
    var parts: [TemplatePart] = []
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
      let inside = Substring(String(decoding: bytes[(position + 2)..<end], as: UTF8.self)).utf8
      let expression = try Expression(inside, at: position)
      if !fixed.isEmpty { parts.append(.fixed(escaped(fixed))) }
      fixed = []
      parts.append(.placeholder(expression))
      position = end + 2
    }
    if !fixed.isEmpty { parts.append(.fixed(escaped(fixed))) }
    return parts
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var escaped: [UInt8] = []
    JSONWriter.appendContent(of: String(decoding: bytes, as: UTF8.self), to: &escaped)
    return escaped
  }
}
