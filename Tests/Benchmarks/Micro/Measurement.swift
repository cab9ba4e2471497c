import JSONText

/// The result of a benchmark, for one run.
struct Measurement {
  let name: String
  /// The time in nanoseconds.
  let median: Double
  let p10: Double
  let p90: Double
  /// The number of calls of the allocator, if they were counted.
  var allocations: Double?

  init(name: String, times: [Double]) {
    let sorted = times.sorted()
    func quantile(_ share: Double) -> Double {
      sorted.isEmpty ? .nan : sorted[Int(Double(sorted.count - 1) * share + 0.5)]
    }
    self.name = name
    median = quantile(0.5)
    p10 = quantile(0.1)
    p90 = quantile(0.9)
  }

  var json: JSONValue {
    var object: JSONObject = ["name": .string(name)]
    for (name, value) in [("median", median), ("p10", p10), ("p90", p90), ("allocations", allocations)] {
      if let value, let number = JSONNumber(value) { object[name] = .number(number) }
    }
    return .object(object)
  }

  /// The result as a line of text.
  var line: String {
    let title = name + String(repeating: " ", count: max(1, 16 - name.utf8.count))
    if let allocations { return "\(title)\(allocations) allocations" }
    return "\(title)\(Self.text(median))  (p10 \(Self.text(p10)), p90 \(Self.text(p90)))"
  }

  private static func text(_ nanoseconds: Double) -> String {
    let (value, unit) =
      switch nanoseconds {
      case ..<1_000: (nanoseconds, "ns")
      case ..<1_000_000: (nanoseconds / 1_000, "µs")
      default: (nanoseconds / 1_000_000, "ms")
      }
    return "\((value * 10).rounded() / 10) \(unit)"
  }
}
