/// The characters that are equal when case is ignored: those with the same upper case, if that is one character, as
/// ECMA-262 §22.2.2.7.3 (Canonicalize) defines it for the `i` flag without `u`. A character beyond ASCII never equals
/// an ASCII one: `ſ` is not `s`, and the Kelvin sign is not `k`.
enum CaseVariants {
  /// No character above this (the end of Adlam) has upper and lower case in Unicode 16.
  private static let last: UInt32 = 0x1E943

  /// For each character with case variants, these variants. Some thousand entries.
  private static let others: [UInt32: [UInt32]] = {
    var families: [UInt32: [UInt32]] = [:]
    for value in 0...last where canonical(value) != value {
      families[canonical(value), default: [canonical(value)]].append(value)
    }
    var others: [UInt32: [UInt32]] = [:]
    for family in families.values {
      for member in family { others[member] = family.filter { $0 != member } }
    }
    return others
  }()

  private static func canonical(_ value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenUppercased else { return value }
    let mapping = scalar.properties.uppercaseMapping.unicodeScalars
    guard let upper = mapping.first?.value, mapping.count == 1 else { return value }
    return value >= 0x80 && upper < 0x80 ? value : upper
  }

  static func areSame(_ one: UInt32, _ other: UInt32) -> Bool {
    one == other || others[one]?.contains(other) == true
  }

  static func of(_ value: UInt32) -> [UInt32] { others[value] ?? [] }

  /// The variants of all characters in a range. For a long range, iterates over the characters with variants instead.
  static func of(_ range: ClosedRange<UInt32>) -> [UInt32] {
    guard range.count > others.count else { return range.flatMap(of) }
    return others.filter { range.contains($0.key) }.flatMap(\.value)
  }
}

extension ScalarSet {
  /// The set with all case variants of its ranges. Adds no variants of characters with a property, and none to a
  /// negated set.
  var withCaseVariants: ScalarSet {
    guard !isNegated else { return self }
    var copy = self
    var seen: Set<UInt32> = []
    for range in ranges {
      for variant in CaseVariants.of(range) where seen.insert(variant).inserted {
        copy.insert(variant...variant)
      }
    }
    return copy
  }
}
