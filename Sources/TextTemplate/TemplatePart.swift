/// A part of a compiled text: fixed bytes or a placeholder.
enum TemplatePart: Sendable, Equatable {
  /// Escaped content of a JSON string.
  case fixed([UInt8])
  case placeholder(Expression)
}
