import Patterns

/// The joining type of a letter in cursive scripts (Unicode 14, chapter 9.2), as far as RFC 5892 appendix A.1 needs it.
enum JoiningType {
  private static let both = ScalarTable.set(of: "D", in: table)
  private static let left = ScalarTable.set(of: "L", in: table)
  private static let right = ScalarTable.set(of: "R", in: table)
  private static let causing = ScalarTable.set(of: "C", in: table)

  static func joinsAfter(_ scalar: Unicode.Scalar) -> Bool {
    both.contains(scalar.value) || left.contains(scalar.value)
  }

  static func joinsBefore(_ scalar: Unicode.Scalar) -> Bool {
    both.contains(scalar.value) || right.contains(scalar.value)
  }

  /// Joining type T: marks and format characters without another joining type.
  static func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: !causing.contains(scalar.value) && !nonJoiningFormats.contains(scalar.value)
    default: false
    }
  }

  /// The format characters of joining type U.
  private static let nonJoiningFormats = ScalarSet([
    0x600...0x605, 0x6DD...0x6DD, 0x890...0x891, 0x8E2...0x8E2, 0x180E...0x180E, 0x200C...0x200C,
    0x2066...0x2069, 0x110BD...0x110BD, 0x110CD...0x110CD,
  ])
}
