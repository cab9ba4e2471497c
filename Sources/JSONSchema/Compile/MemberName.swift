import JSONText

/// A member name that instances are compared with, with what makes the comparison cheap.
struct MemberName: Sendable {
  let text: String
  private let length: Int
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    length = text.utf8.count
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Whether the name has the same Unicode scalars.
  ///
  /// `==` on strings means canonical equivalence. A string that is equivalent to one of ASCII, and as long in
  /// UTF-8, is that string: each scalar that decomposes to an ASCII one is longer than it.
  @inline(__always)
  func matches(_ name: String) -> Bool {
    name.utf8.count == length && name == text && (isASCII || name.hasSameScalars(as: text))
  }
}
