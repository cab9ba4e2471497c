/// A set of Unicode scalars as sorted ranges that neither touch nor overlap.
struct ScalarRanges: Sendable, Equatable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let largest: UInt32 = 0x10FFFF

  static let any = ScalarRanges([0...largest])
  /// `\d` (ECMA-262 §22.2.2.9).
  static let digits = ScalarRanges([0x30...0x39])
  /// `\w`, without the `i` flag.
  static let wordCharacters = ScalarRanges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// LineTerminator (ECMA-262 §12.3), which `.` leaves out.
  static let lineTerminators = ScalarRanges([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
  /// `\s`: WhiteSpace and LineTerminator (ECMA-262 §12.2, §12.3).
  static let whiteSpace = ScalarRanges([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last,
        range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound == 1
      {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  /// Scalars that a person reads easily, best first.
  static let readable = Array(
    "a0A bcdefghijklmnopqrstuvwxyz123456789BCDEFGHIJKLMNOPQRSTUVWXYZ-_.,:;/#+*=()[]{}<>!?@&%$'^|~"
      .unicodeScalars)

  /// The most readable scalar of the set; nil when it has none.
  var readable: Unicode.Scalar? {
    Self.readable.first { contains($0.value) }
      ?? ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) ?? Unicode.Scalar($0.upperBound) }.first
  }

  var inverted: ScalarRanges {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.largest { gaps.append(next...Self.largest) }
    return ScalarRanges(gaps)
  }
}
