/// The name of a screen: segments joined by `/`.
package struct Route: Sendable, Hashable, Comparable {
  package let name: String

  /// The maximum length in bytes. It bounds every index by route.
  package static let maximumBytes = 200

  /// Words that the API puts after a route, so a route cannot end in one.
  package static let reservedWords: Set<String> = [
    "explain", "events", "order", "versions", "diff", "rollback", "draft", "publish", "items", "arm",
    "comments", translations,
  ]

  /// In a path, it stands after a route and before a language.
  private static let translations = "translations"

  /// Why a text is not a route.
  package struct NameError: Error, Sendable {
    package let message: String
    package let hint: String?
  }

  /// Parses a route.
  /// - Throws: ``NameError``.
  package init(_ name: String) throws(NameError) {
    try self.init(stored: name)
    guard let last = name.split(separator: "/").last, Self.reservedWords.contains(String(last)) else {
      return
    }
    throw NameError(
      message: "a route cannot end in \(quoted(String(last)))",
      hint: "the API uses this word after a route; choose another")
  }

  /// A route that was valid when it was stored. Its last word may have been reserved later.
  /// - Throws: ``NameError``.
  package init(stored name: String) throws(NameError) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumBytes else {
      throw NameError(
        message: "\(quoted(name)) is not a route", hint: "a route has 1 to \(Self.maximumBytes) bytes")
    }
    let segments = name.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ Name.isValid($0) }) else {
      throw NameError(
        message: "\(quoted(name)) is not a route",
        hint: "segments are letters, digits, \".\", \"_\" and \"-\", and begin with a letter or digit")
    }
    if segments.count > 1, let word = segments.dropLast().last, word == "items" || word == Self.translations {
      throw NameError(
        message: "\(quoted(String(word))) cannot be the second-to-last segment of a route", hint: nil)
    }
    self.name = name
  }

  /// Names are ASCII, so this is the order of their bytes.
  package static func < (one: Route, other: Route) -> Bool { one.name < other.name }
}

extension Route: CustomStringConvertible {
  package var description: String { name }
}
