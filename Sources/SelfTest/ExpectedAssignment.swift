/// The expected variant of a unit, computed independently of the server by GrowthBook's description of hashing and
/// bucketing.
struct ExpectedAssignment {
  var seed: String
  var hashVersion = 2
  /// Relative weights of the variants.
  var weights: [Double]
  var coverage = 1.0

  /// The ranges of the variants. Each starts at the sum of the shares before it, and its length is the covered share.
  var ranges: [Range<Double>] {
    let total = weights.reduce(0, +)
    var start = 0.0
    return weights.map { weight in
      let share = weight / total
      defer { start += share }
      return start..<(start + coverage * share)
    }
  }

  func hashValue(of unit: String) -> Double { Self.hash(unit, seed: seed, version: hashVersion) }

  /// The index of the unit's variant; nil if the unit is not covered.
  func variantIndex(of unit: String) -> Int? {
    let value = hashValue(of: unit)
    return ranges.firstIndex { $0.contains(value) }
  }

  static func hash(_ unit: String, seed: String, version: Int) -> Double {
    version == 1
      ? Double(fnv1a(unit + seed) % 1000) / 1000
      : Double(fnv1a(String(fnv1a(seed + unit))) % 10000) / 10000
  }

  /// FNV-1a of 32 bits over UTF-8: offset basis 2166136261, prime 16777619.
  static func fnv1a(_ text: String) -> UInt32 {
    text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
