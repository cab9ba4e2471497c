/// The function from a unit and a seed to a hash value in 0..<1, as GrowthBook's SDKs define it.
package enum HashVersion: Int, Sendable, CaseIterable {
  /// `fnv(unit + seed) mod 1000`: the older version. Seeds with a common ending are not independent in it.
  case one = 1
  /// `fnv(decimal text of fnv(seed + unit)) mod 10000`.
  case two = 2

  /// The number of different hash values.
  package var bucketCount: UInt32 {
    switch self {
    case .one: 1000
    case .two: 10000
    }
  }

  /// The hash value of a bucket: the bucket's index divided by the number of buckets.
  @inline(__always)
  func fraction(ofBucket bucket: UInt32) -> Double { Double(bucket) / Double(bucketCount) }

  /// The bucket for the FNV-1a hash of unit and seed.
  @inline(__always)
  func bucket(ofHash hash: FNV1a) -> UInt32 {
    switch self {
    case .one:
      return hash.value % 1000
    case .two:
      var outer = FNV1a()
      outer.update(decimal: hash.value)
      return outer.value % 10000
    }
  }
}

/// The hash value of a unit, in 0..<1; nil for a version other than 1 and 2.
///
/// - Parameter unit: the unit's UTF-8 bytes; may be empty.
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
  return version.fraction(ofBucket: version.bucket(ofHash: hash))
}

/// The hash value of a unit, in 0..<1; nil for a version other than 1 and 2.
package func bucket(seed: String, unit: String, version: Int) -> Double? {
  withBytes(of: unit) { bucket(seed: seed, unit: $0, version: version) }
}
