/// A document that can't be used, with everything that is wrong with it.
package struct InvalidDocument: Error, Sendable {
  package let diagnostics: Diagnostics

  package init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }
}
