/// The hash of one experiment: its seed and version, made ready so that a unit costs no allocation and, in
/// version 2, no second look at the seed.
package struct UnitHash: Sendable {
  package let version: HashVersion
  private let seed: [UInt8]
  /// The state after the seed, from which version 2 goes on.
  private let afterSeed: FNV1a

  package init(seed: String, version: HashVersion) {
    self.version = version
    self.seed = Array(seed.utf8)
    afterSeed = FNV1a(seed)
  }

  /// Where the unit stands, from 0 up to, not including, 1.
  package func value(of unit: Span<UInt8>) -> Double {
    switch version {
    case .one:
      var hash = FNV1a()
      hash.update(unit)
      hash.update(seed.span)
      return version.fraction(ofHash: hash)
    case .two:
      var hash = afterSeed
      hash.update(unit)
      return version.fraction(ofHash: hash)
    }
  }
}
