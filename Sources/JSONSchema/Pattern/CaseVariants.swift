/// Which characters are the same when case is ignored: those whose upper case is the same single character,
/// as ECMA-262 §22.2.2.7.3 (Canonicalize) has it for the `i` flag without `u`. A character beyond ASCII is
/// never the same as one of ASCII: `ſ` is no `s`, and the Kelvin sign no `k`.
enum CaseVariants {
  /// No character above this (the end of Adlam) has upper and lower case in Unicode 16.
  private static let last: UInt32 = 0x1E943

  /// For each character that has others the same as it, those others. Some thousand entries, made once.
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

  /// The variants of all characters in a range; a long one is asked for each character that has variants.
  static func of(_ range: ClosedRange<UInt32>) -> [UInt32] {
    guard range.count > others.count else { return range.flatMap(of) }
    return others.filter { range.contains($0.key) }.flatMap(\.value)
  }
}

extension ScalarSet {
  /// The set with every character that is the same as one in it when case is ignored. A property stands for
  /// the characters that have it, whatever their case; so does the complement of one.
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
