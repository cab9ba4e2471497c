/// A set of characters: Unicode scalar values, and surrogates, which a pattern can name but no text contains.
package struct ScalarSet: Sendable, Equatable {
  /// The ranges; after ``normalize()`` sorted and without overlap.
  package private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var properties: [UnicodeProperty] = []
  private(set) var isNegated = false

  package static let largest: UInt32 = 0x10FFFF

  init() {}

  package init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

  package init(_ value: UInt32) { ranges = [value...value] }

  /// `\d` (ECMA-262 §22.2.2.9): ASCII digits.
  static let digits = ScalarSet([0x30...0x39])
  /// `\w` without `i`: ASCII letters, digits and the underscore.
  static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`: WhiteSpace and LineTerminator (ECMA-262 §12.2, §12.3), with all of category Zs.
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// `.` without `s`: all but line terminators.
  static let notLineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted

  /// The complement.
  var inverted: ScalarSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }
  mutating func insert(_ property: UnicodeProperty) { properties.append(property) }

  /// Adds the characters of another set. A negated set with properties cannot be expressed as ranges, so it is added as
  /// a property.
  mutating func formUnion(_ other: ScalarSet) {
    guard other.isNegated else {
      ranges += other.ranges
      properties += other.properties
      return
    }
    guard other.properties.isEmpty else {
      properties.append(.complement(other))
      return
    }
    var gap: UInt32 = 0
    for range in Self.merged(other.ranges) {
      if range.lowerBound > gap { ranges.append(gap...(range.lowerBound - 1)) }
      gap = range.upperBound + 1
    }
    if gap <= Self.largest { ranges.append(gap...Self.largest) }
  }

  /// Sorts and merges the ranges, as ``contains(_:)`` requires.
  package mutating func normalize() {
    ranges = Self.merged(ranges)
    if isNegated, properties.isEmpty {
      var plain = ScalarSet()
      plain.formUnion(self)
      self = plain
    }
  }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound &+ 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Whether ``ranges`` are the whole set, after ``normalize()``.
  package var consistsOfRanges: Bool { properties.isEmpty && !isNegated }

  package func contains(_ value: UInt32) -> Bool {
    let found = isInRanges(value) || (!properties.isEmpty && properties.contains { $0.holds(of: value) })
    return found != isNegated
  }

  private func isInRanges(_ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= value
  }
}
