/// A small random number generator. The same seed gives the same numbers on every platform.
///
/// Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), figure 16 with the constants of
/// David Stafford's variant 13.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<bound; 0 for a bound below 2.
  ///
  /// Uses the high half of a product (Lemire 2019) without rejection: the bias is below bound / 2⁶⁴.
  package mutating func next(below bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A random element; nil for an empty array.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[next(below: elements.count)]
  }

  /// The numbers from 0 to count - 1 in random order (Fisher–Yates shuffle).
  package mutating func order(of count: Int) -> [Int] {
    var order = Array(0..<max(count, 0))
    for place in order.indices.dropFirst().reversed() {
      order.swapAt(place, next(below: place + 1))
    }
    return order
  }
}
