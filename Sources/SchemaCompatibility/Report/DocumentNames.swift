/// The names of the documents of both versions in a report, such as file paths.
package struct DocumentNames: Sendable {
  private let old: [String: String]
  private let new: [String: String]

  /// - Parameters:
  ///   - old: the names of the old version's documents by URI. A document without a name keeps its URI.
  ///   - new: the names of the new version's documents.
  package init(old: [String: String] = [:], new: [String: String] = [:]) {
    self.old = old
    self.new = new
  }

  func old(_ uri: String) -> String { old[uri] ?? uri }
  func new(_ uri: String) -> String { new[uri] ?? uri }
}
