import Testing

@testable import Assignment

@Suite struct UnitHashTests {
  /// The same hash value computed in a different way: by joining texts.
  private func plainly(seed: String, unit: String, version: Int) -> Double {
    func fnv(_ text: String) -> UInt32 {
      text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
    return version == 1
      ? Double(fnv(unit + seed) % 1000) / 1000 : Double(fnv(String(fnv(seed + unit))) % 10000) / 10000
  }

  @Test(arguments: [
    ("seed", "a", 2, 0.0505), ("foo", "ab", 2, 0.2575), ("", "a", 1, 0.22), ("", "", 1, 0.261),
    ("", "", 2, 0.2305), ("home-price-first", "u-1", 2, 0.7638), ("home-price-first", "u-1", 1, 0.598),
    ("칼국수", "들깨", 2, 0.0389), ("칼국수", "들깨", 1, 0.833), ("exp", "🍜", 2, 0.0823), ("exp", "🍜", 1, 0.156),
    ("exp", "7f9c24e8-3b1a-4c55-9d0e-1a2b3c4d5e6f", 2, 0.46),
  ])
  func `the hash values of known units match`(seed: String, unit: String, version: Int, value: Double) {
    #expect(bucket(seed: seed, unit: unit, version: version) == value)
  }

  @Test func `equal-looking texts with different scalars are different units`() {
    #expect(bucket(seed: "exp", unit: "\u{E9}", version: 2) == 0.9409)
    #expect(bucket(seed: "exp", unit: "e\u{301}", version: 2) == 0.7546)
  }

  @Test func `an inner hash of few digits is written without leading zeros`() {
    // fnv("k27503") is 453441, fnv("k48567") is 83854.
    #expect(bucket(seed: "k", unit: "27503", version: 2) == 0.5814)
    #expect(bucket(seed: "k", unit: "48567", version: 2) == 0.0237)
  }

  @Test(arguments: [1, 2]) func `a very long unit hashes as any other`(version: Int) {
    let unit = String(repeating: "x", count: 100_000)
    #expect(bucket(seed: "exp", unit: unit, version: version) == (version == 1 ? 0.104 : 0.5238))
  }

  @Test(arguments: [0, 3, 99, -1]) func `other versions have no hash value`(version: Int) {
    #expect(bucket(seed: "abc", unit: "def", version: version) == nil)
  }

  @Test(arguments: HashVersion.allCases) func `the prepared hash function gives the same value`(
    version: HashVersion
  ) {
    for number in 0..<500 {
      let (seed, unit) = ("seed-\(number % 7)", "unit/\(number * 7919)")
      let prepared = UnitHash(seed: seed, version: version)
      let value = withBytes(of: unit) { prepared.value(of: $0) }
      #expect(value == plainly(seed: seed, unit: unit, version: version.rawValue))
      #expect(value == bucket(seed: seed, unit: unit, version: version.rawValue))
    }
  }

  @Test(arguments: HashVersion.allCases) func `units spread evenly`(version: HashVersion) {
    let hash = UnitHash(seed: "spread", version: version)
    var counts = Array(repeating: 0, count: 10)
    for number in 0..<20_000 {
      let value = withBytes(of: "user-\(number)") { hash.value(of: $0) }
      counts[Int(value * 10)] += 1
    }
    let check = SampleRatioCheck(counts: counts, weights: equalWeights(10))
    #expect((check.pValue ?? 0) >= 0.001)
  }
}
