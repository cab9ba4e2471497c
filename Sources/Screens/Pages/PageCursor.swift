/// Where a page begins, and what all pages of a walk have in common. For apps, its text has no meaning.
package struct PageCursor: Sendable, Hashable {
  /// The version of the screen.
  package let version: Int
  /// The index of the combination.
  package let combination: Int
  /// Identifies the content of that version in its wire format: a number may name another version after an import.
  package let content: String
  /// The number of the screen's items before the page, those included that the app does not get.
  package let position: Int
  /// The number of the page, from 1.
  package let number: Int

  /// The beginning of a walk.
  init(version: Int, combination: Int, content: String) {
    self.init(version: version, combination: combination, content: content, position: 0, number: 1)
  }

  private init(version: Int, combination: Int, content: String, position: Int, number: Int) {
    self.version = version
    self.combination = combination
    self.content = content
    self.position = position
    self.number = number
  }

  /// Parses the text of a cursor; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.prefix(4).compactMap { part in
      part.utf8.count <= 9 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 5, numbers.count == 4, !parts[4].isEmpty, numbers[3] > 0 else { return nil }
    self.init(
      version: numbers[0], combination: numbers[1], content: String(parts[4]), position: numbers[2],
      number: numbers[3])
  }

  /// The text, of characters that a query has without percent-encoding.
  package var text: String { "\(version).\(combination).\(position).\(number).\(content)" }

  /// Whether another cursor is of the same walk.
  package func isOfWalk(of other: PageCursor) -> Bool {
    version == other.version && combination == other.combination && content == other.content
  }

  /// The cursor of the next page.
  func next(at position: Int) -> PageCursor {
    PageCursor(
      version: version, combination: combination, content: content, position: position, number: number + 1)
  }
}
