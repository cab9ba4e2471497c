extension Unicode.Scalar {
  /// Whether the scalar is a letter beyond ASCII that does not combine with another and that normalization keeps.
  var isPlainLetter: Bool {
    guard value > 0x7F else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter:
      return properties.canonicalCombiningClass == .notReordered && !properties.isGraphemeExtend
    default: return false
    }
  }
}
