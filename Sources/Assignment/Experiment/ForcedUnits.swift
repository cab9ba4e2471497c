/// The units that an experiment forces to a variant, indexed by their UTF-8 bytes.
struct ForcedUnits: Sendable {
  private struct Entry: Sendable {
    let unit: [UInt8]
    let variant: Int
  }

  /// The entries by the unit's FNV-1a hash. The experiment's author chooses the units, so an attacker cannot
  /// make their hashes collide.
  private let entries: [UInt32: [Entry]]

  /// Ignores a unit that is forced to an unknown variant.
  init(_ experiment: Experiment) {
    var entries: [UInt32: [Entry]] = [:]
    for forced in experiment.force {
      guard let variant = experiment.index(ofVariant: forced.variant) else { continue }
      let entry = Entry(unit: Array(forced.unit.utf8), variant: variant)
      entries[FNV1a(forced.unit).value, default: []].append(entry)
    }
    self.entries = entries
  }

  /// The variant of a unit; nil when the unit is not among them.
  @inline(__always)
  func variant(of unit: Span<UInt8>) -> Int? {
    entries.isEmpty ? nil : search(unit)
  }

  private func search(_ unit: Span<UInt8>) -> Int? {
    var hash = FNV1a()
    hash.update(unit)
    guard let candidates = entries[hash.value] else { return nil }
    for candidate in candidates where Self.isSame(candidate.unit, unit) { return candidate.variant }
    return nil
  }

  private static func isSame(_ one: [UInt8], _ other: Span<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    for place in one.indices where one[place] != other[place] { return false }
    return true
  }
}
