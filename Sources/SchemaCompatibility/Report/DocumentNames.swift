/// What the documents of both versions are called in a report: files by their paths, say.
package struct DocumentNames: Sendable {
  private let old: [String: String]
  private let new: [String: String]

  /// Names by URI; a document that has none is called by its URI.
  package init(old: [String: String] = [:], new: [String: String] = [:]) {
    self.old = old
    self.new = new
  }

  func old(_ uri: String) -> String { old[uri] ?? uri }
  func new(_ uri: String) -> String { new[uri] ?? uri }
}
