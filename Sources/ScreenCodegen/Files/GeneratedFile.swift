/// A generated source file.
package struct GeneratedFile: Sendable, Hashable {
  /// The file name, without a folder.
  package let name: String
  /// The whole text, with a final line feed.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
