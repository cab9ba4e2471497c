import JSONText

/// A member name of a schema, prepared for fast comparison with the names of instances.
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
  /// `String ==` is canonical equivalence. For an ASCII name it is exact if both have the same length in UTF-8: a
  /// scalar that decomposes to ASCII is longer in UTF-8 than its decomposition.
  @inline(__always)
  func matches(_ name: String) -> Bool {
    name.utf8.count == length && name == text && (isASCII || name.hasSameScalars(as: text))
  }
}
