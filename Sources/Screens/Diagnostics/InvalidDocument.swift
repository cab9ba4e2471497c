/// The error for an invalid document, with all findings.
package struct InvalidDocument: Error, Sendable {
  package let diagnostics: Diagnostics

  package init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }
}
