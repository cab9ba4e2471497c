/// A run of a compiled text.
enum TemplatePart: Sendable, Equatable {
  /// JSON string contents, escaped.
  case fixed([UInt8])
  case place(Expression)
}
