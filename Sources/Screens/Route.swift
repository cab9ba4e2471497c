/// A screen's name in the URL: segments joined by `/`.
package struct Route: Sendable, Hashable, Comparable {
  package let name: String

  /// Longest route, in bytes: room for a path of folders, and a bound on every index by route.
  package static let maximumBytes = 200

  /// Words that follow a route in a path, and so cannot end one.
  package static let reservedWords: Set<String> = [
    "explain", "events", "order", "versions", "diff", "rollback", "draft", "publish", "items",
  ]

  /// Why a text is no route.
  package struct Fault: Error, Sendable {
    package let message: String
    package let hint: String?
  }

  /// Reads a route.
  /// - Throws: ``Fault`` with what would be right.
  package init(_ name: String) throws(Fault) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumBytes else {
      throw Fault(
        message: "\(quoted(name)) is no route", hint: "a route has 1 to \(Self.maximumBytes) bytes")
    }
    let segments = name.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ Name.isValid($0) }) else {
      throw Fault(
        message: "\(quoted(name)) is no route",
        hint: "segments are letters, digits, \".\", \"_\" and \"-\", and begin with a letter or digit")
    }
    if let last = segments.last, Self.reservedWords.contains(String(last)) {
      throw Fault(
        message: "a route cannot end in \(quoted(String(last)))",
        hint: "in a path the word says what is asked of a screen; choose another")
    }
    if segments.count > 1, segments[segments.count - 2] == "items" {
      throw Fault(message: "\"items\" cannot be the last segment of a route but one", hint: nil)
    }
    self.name = name
  }

  package static func < (one: Route, other: Route) -> Bool {
    one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}

extension Route: CustomStringConvertible {
  package var description: String { name }
}
