/// Who makes a change, and why.
package struct Author: Sendable {
  package let name: String
  /// The reason for the change.
  package let message: String?

  package init(name: String, message: String? = nil) {
    self.name = name
    self.message = message
  }
}
