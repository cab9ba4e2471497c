package import JSONText

/// Why a text is no template: what is wrong, and where.
package struct TemplateFault: Error, Sendable, Equatable {
  /// A closed list of what can be wrong.
  package enum Code: String, Sendable {
    /// `{{` without `}}`.
    case unclosed
    /// What stands in the braces is none of the values.
    case unknownName = "unknown-name"
    /// The value is known, what follows it is not what it takes.
    case arguments
    /// There are more places than a template may have.
    case tooManyPlaces = "too-many-places"
  }

  package let code: Code
  /// Where the `{{` is, in bytes from the beginning of the string.
  package let offset: Int
  /// The string, within the content; the root for a string alone.
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
