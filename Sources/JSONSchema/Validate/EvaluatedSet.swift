/// The indices of the members or elements of one value that have been evaluated (core §11).
struct EvaluatedSet: Sendable {
  /// All indices below this number are in the set.
  private var prefix = 0
  /// The indices below 64, as bits.
  private var small: UInt64 = 0
  private var large: Set<Int> = []

  func contains(_ place: Int) -> Bool {
    place < prefix || (place < 64 ? small & (1 << UInt64(place)) != 0 : large.contains(place))
  }

  mutating func insert(_ place: Int) {
    guard place >= prefix else { return }
    if place < 64 { small |= 1 << UInt64(place) } else { large.insert(place) }
  }

  /// Inserts all indices below a count.
  mutating func insert(upTo count: Int) { prefix = max(prefix, count) }

  mutating func formUnion(_ other: EvaluatedSet) {
    prefix = max(prefix, other.prefix)
    small |= other.small
    if !other.large.isEmpty { large.formUnion(other.large) }
  }
}
