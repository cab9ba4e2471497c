import JSONText

/// A part of a compiled text: fixed bytes or a placeholder.
enum TemplatePart: Sendable, Equatable {
  /// Escaped content of a JSON string.
  case fixed([UInt8])
  case placeholder(Expression)

  init(_ piece: TemplatePiece) throws(TemplateError) {
    switch piece {
    case .fixed(let text):
      var escaped: [UInt8] = []
      JSONWriter.appendContent(of: text, to: &escaped)
      self = .fixed(escaped)
    case .placeholder(let text, let offset):
      self = .placeholder(try Expression(Substring(text).utf8, at: offset))
    }
  }
}
