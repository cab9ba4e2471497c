import JSONSchema
import Patterns

extension ScalarSet {
  /// Scalars that a person reads easily, best first.
  static let readable = Array(
    "a0A bcdefghijklmnopqrstuvwxyz123456789BCDEFGHIJKLMNOPQRSTUVWXYZ-_.,:;/#+*=()[]{}<>!?@&%$'^|~"
      .unicodeScalars)

  /// The most readable scalar of the set; nil when the set holds none.
  var mostReadable: Unicode.Scalar? {
    Self.readable.first { contains($0.value) }
      ?? ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) ?? Unicode.Scalar($0.upperBound) }.first
  }
}
