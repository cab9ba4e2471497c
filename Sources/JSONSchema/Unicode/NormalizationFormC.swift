import Foundation

/// Normalization form C (UAX #15).
enum NormalizationFormC {
  static func of(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

  /// Whether characters are in this form.
  static func holds(_ scalars: [Unicode.Scalar]) -> Bool {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return of(text).unicodeScalars.elementsEqual(scalars)
  }
}
