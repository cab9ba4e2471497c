/// The name of a Kotlin package.
package struct KotlinPackage: Sendable, Hashable {
  package let name: String

  /// The longest name, in characters.
  package static let maximumLength = 200

  /// Creates a package from identifiers joined by dots; nil when one is not an identifier, or is a keyword.
  package init?(_ name: String) {
    guard name.utf8.count <= Self.maximumLength else { return nil }
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard !KotlinNames.keywords.contains(String(part)), let first = part.utf8.first,
        Self.isLetter(first), part.utf8.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) })
      else { return nil }
    }
    self.name = name
  }

  /// The package `generated`.
  package static let generated = KotlinPackage(checked: "generated")

  private init(checked name: String) { self.name = name }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }
}
