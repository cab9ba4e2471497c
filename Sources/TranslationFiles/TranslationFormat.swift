/// The formats of files with translations.
package enum TranslationFormat: String, Sendable, CaseIterable {
  /// XLIFF 2.1 of OASIS. Reading takes 2.0 and 2.2, too.
  case xliff21 = "xliff-2.1"
  /// XLIFF 1.2 of OASIS. Reading takes 1.1, too.
  case xliff12 = "xliff-1.2"
  /// The string catalog of Xcode 15 and later.
  case xcstrings
  /// A `strings.xml` of Android's resources.
  case android
  /// The Application Resource Bundle of Flutter.
  case arb

  /// The format of a file by the end of its name; nil for an unknown one.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".xlf") {
      self = .xliff21
    } else if name.hasSuffix(".xliff") {
      self = .xliff12
    } else if name.hasSuffix(".xcstrings") {
      self = .xcstrings
    } else if name.hasSuffix(".xml") {
      self = .android
    } else if name.hasSuffix(".arb") {
      self = .arb
    } else {
      return nil
    }
  }

  /// Whether a file holds one language only, so that reading it needs the file of the source language, too.
  package var needsSourceFile: Bool { self == .android || self == .arb }
}
