/// The reason why a document is not a JSON Patch, or why a patch does not apply.
package struct JSONPatchError: Error, Sendable, Equatable {
  package enum Code: String, Sendable {
    /// The patch document itself is wrong.
    case malformed = "malformed-patch"
    /// An operation cannot be applied: its path does not fit the document, or a limit is exceeded.
    case notApplicable = "patch-not-applicable"
    /// A `test` operation found another value.
    case testFailed = "patch-test-failed"
  }

  package let code: Code
  /// The location in the patch document.
  package let pointer: JSONPointer
  package let message: String
  package let hint: String?

  init(_ code: Code, at pointer: JSONPointer, _ message: String, hint: String? = nil) {
    self.code = code
    self.pointer = pointer
    self.message = message
    self.hint = hint
  }
}
