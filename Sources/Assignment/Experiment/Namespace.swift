/// A part of a namespace. Experiments with separate parts of the same namespace have no units in common.
package struct Namespace: Sendable, Equatable {
  package let id: String
  package let range: BucketRange

  /// The bytes that are hashed after the unit.
  private let suffix: [UInt8]

  package init(id: String, from: Double, to: Double) {
    self.id = id
    range = BucketRange(from, to)
    suffix = Array("__\(id)".utf8)
  }

  /// Compares ids by their bytes, because the bytes are hashed: `String ==` calls different bytes equal.
  package static func == (one: Namespace, other: Namespace) -> Bool {
    one.suffix == other.suffix && one.range == other.range
  }

  /// The unit's hash value in this namespace: a multiple of 0.001 in 0..<1.
  package func value(of unit: Span<UInt8>) -> Double {
    var hash = FNV1a()
    hash.update(unit)
    hash.update(suffix)
    return HashVersion.one.fraction(ofBucket: hash.value % 1000)
  }

  package func contains(_ unit: Span<UInt8>) -> Bool { range.contains(value(of: unit)) }

  package func contains(_ unit: String) -> Bool { withBytes(of: unit) { contains($0) } }
}
