/// What names a release of an app: `ios/1.3.0`.
package struct ReleaseName: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let platform: String
  package let version: String

  /// Longest name, in bytes.
  package static let maximumBytes = 100

  /// Nil for a text that is no `PLATFORM/VERSION`: letters, digits, `.`, `_`, `+` and `-`, beginning with a letter or
  /// digit, on both sides of one `/`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= Self.maximumBytes, Name.isValid(parts[0]),
      Name.isValid(parts[1].replacing("+", with: "-"))
    else { return nil }
    platform = String(parts[0])
    version = String(parts[1])
  }

  package var description: String { "\(platform)/\(version)" }

  package static func < (one: ReleaseName, other: ReleaseName) -> Bool {
    (one.platform, one.version) < (other.platform, other.version)
  }
}
