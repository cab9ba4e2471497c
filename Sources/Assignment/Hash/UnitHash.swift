/// The hash function of one experiment. Hashing a unit allocates nothing; in version 2 the seed is hashed once.
package struct UnitHash: Sendable {
  package let version: HashVersion
  private let seed: [UInt8]
  /// The state after the seed, where version 2 continues.
  private let afterSeed: FNV1a

  package init(seed: String, version: HashVersion) {
    self.version = version
    self.seed = Array(seed.utf8)
    afterSeed = FNV1a(seed)
  }

  /// The hash value of a unit, in 0..<1.
  package func value(of unit: Span<UInt8>) -> Double { version.fraction(ofBucket: bucket(of: unit)) }

  /// The bucket of a unit, below ``HashVersion/bucketCount``.
  package func bucket(of unit: Span<UInt8>) -> UInt32 {
    switch version {
    case .one:
      var hash = FNV1a()
      hash.update(unit)
      hash.update(seed)
      return version.bucket(ofHash: hash)
    case .two:
      var hash = afterSeed
      hash.update(unit)
      return version.bucket(ofHash: hash)
    }
  }
}
