/// Who asks for a change, and why.
package struct Author: Sendable {
  package let name: String
  /// In the author's words.
  package let message: String?

  package init(name: String, message: String? = nil) {
    self.name = name
    self.message = message
  }
}
