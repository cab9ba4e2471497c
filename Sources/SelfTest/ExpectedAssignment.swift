/// The assignment of a unit to an arm, worked out here once more and apart from the server, after GrowthBook's
/// description of its hashing and bucketing.
struct ExpectedAssignment {
  var seed: String
  var hashVersion = 2
  /// Relative to each other.
  var weights: [Double]
  var coverage = 1.0

  /// The ranges of the arms: each begins where the whole shares before it end, and is its covered part.
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

  /// The index of the unit's arm; nil when it is in none.
  func arm(of unit: String) -> Int? {
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
