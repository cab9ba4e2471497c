/// How a unit and a seed become a number from 0 up to, not including, 1. The two ways of GrowthBook's SDKs.
package enum HashVersion: Int, Sendable, CaseIterable {
  /// `fnv(unit + seed) mod 1000`: the older way, in which seeds that share an ending are not independent.
  case one = 1
  /// `fnv(decimal text of fnv(seed + unit)) mod 10000`.
  case two = 2

  /// How many values the hash can take.
  package var bucketCount: UInt32 {
    switch self {
    case .one: 1000
    case .two: 10000
    }
  }

  /// The number of a bucket: the bucket divided by how many there are.
  @inline(__always)
  func fraction(ofBucket bucket: UInt32) -> Double { Double(bucket) / Double(bucketCount) }

  /// The number at which a unit stands, of the hash of unit and seed.
  @inline(__always)
  func fraction(ofHash hash: FNV1a) -> Double {
    switch self {
    case .one:
      return fraction(ofBucket: hash.value % 1000)
    case .two:
      var outer = FNV1a()
      outer.update(decimal: hash.value)
      return fraction(ofBucket: outer.value % 10000)
    }
  }
}

/// The number from 0 up to, not including, 1 at which a unit stands, or nil for a version other than 1 and 2.
///
/// - Parameter unit: the unit's UTF-8 bytes; they may be none, and any number.
package func bucket(seed: String, unit: Span<UInt8>, version: Int) -> Double? {
  guard let version = HashVersion(rawValue: version) else { return nil }
  var hash = FNV1a()
  switch version {
  case .one:
    hash.update(unit)
    hash.update(seed)
  case .two:
    hash.update(seed)
    hash.update(unit)
  }
  return version.fraction(ofHash: hash)
}

/// The number from 0 up to, not including, 1 at which a unit stands, or nil for a version other than 1 and 2.
package func bucket(seed: String, unit: String, version: Int) -> Double? {
  withBytes(of: unit) { bucket(seed: seed, unit: $0, version: version) }
}
