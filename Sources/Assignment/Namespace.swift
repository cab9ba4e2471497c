/// A share of all units that several experiments divide among themselves, so that no unit is in two of them.
package struct Namespace: Sendable, Equatable {
  package let id: String
  package let range: BucketRange

  /// What follows the unit in the hash.
  private let suffix: [UInt8]

  package init(id: String, from: Double, to: Double) {
    self.id = id
    range = BucketRange(from, to)
    suffix = Array("__\(id)".utf8)
  }

  /// Where the unit stands in this namespace: a multiple of 0.001 from 0 up to, not including, 1.
  package func value(of unit: Span<UInt8>) -> Double {
    var hash = FNV1a()
    hash.update(unit)
    hash.update(suffix.span)
    return HashVersion.one.fraction(ofBucket: hash.value % 1000)
  }

  package func contains(_ unit: Span<UInt8>) -> Bool { range.contains(value(of: unit)) }

  package func contains(_ unit: String) -> Bool { withBytes(of: unit) { contains($0) } }
}
