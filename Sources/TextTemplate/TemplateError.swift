package import JSONText

/// An error in a template.
package struct TemplateError: Error, Sendable, Equatable {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// `{{` without `}}`.
    case unclosed
    /// The name in the braces is unknown.
    case unknownName = "unknown-name"
    /// The arguments after the name are wrong.
    case arguments
    /// The template has more placeholders than the limit.
    case tooManyPlaceholders = "too-many-places"
  }

  package let code: Code
  /// The offset of the `{{`, in bytes from the start of the string.
  package let offset: Int
  /// The location of the string in the content; the root for a single string.
  package var pointer: JSONPointer
  package let message: String
  package let hint: String?

  init(_ code: Code, at offset: Int, _ message: String, hint: String? = nil) {
    self.code = code
    self.offset = offset
    pointer = .root
    self.message = message
    self.hint = hint
  }
}
