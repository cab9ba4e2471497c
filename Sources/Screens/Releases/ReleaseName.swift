/// The name of an app's release, such as `ios/1.3.0`.
package struct ReleaseName: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let platform: String
  package let version: String

  /// The maximum length in bytes.
  package static let maximumBytes = 100

  /// Parses `PLATFORM/VERSION`; nil for any other text. Both parts have letters, digits, `.`, `_` and `-`, the version
  /// also `+`, and begin with a letter or digit.
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
