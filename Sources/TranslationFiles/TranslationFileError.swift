package import JSONText
import XMLText

/// The reason why a file of translations cannot be read or written.
package struct TranslationFileError: Error, Sendable, Equatable {
  /// The place in the file; nil if the reason is no single place.
  package let position: SourcePosition?
  package let message: String
  /// What would be right.
  package let hint: String?

  init(_ position: SourcePosition?, _ message: String, hint: String? = nil) {
    self.position = position
    self.message = message
    self.hint = hint
  }

  init(_ error: XMLSyntaxError) { self.init(error.position, error.message, hint: error.hint) }
  init(_ error: JSONSyntaxError) { self.init(error.position, error.message, hint: error.hint) }
}

extension TranslationFileError: CustomStringConvertible {
  package var description: String {
    (position.map { "\($0.line):\($0.column): " } ?? "") + message + (hint.map { "; \($0)" } ?? "")
  }
}
