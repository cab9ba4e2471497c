import Patterns

/// The bidirectional class of a character (UAX #9), as far as the Bidi rule of RFC 5893 needs it.
enum BidiClass: String {
  // These are the standard's names.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case L, R, AL, AN, EN, ES, CS, ET, ON, BN, NSM, other

  private static let sets: [(BidiClass, ScalarSet)] = {
    let classes: [BidiClass] = [.R, .AL, .AN, .EN, .ES, .CS, .ET, .ON, .BN]
    return classes.map { ($0, ScalarTable.set(of: $0.rawValue, in: table)) }
  }()

  private static let listed: ScalarSet = {
    var set = ScalarSet(table.flatMap(\.ranges))
    set.normalize()
    return set
  }()

  init(_ scalar: Unicode.Scalar) {
    if let (found, _) = Self.sets.first(where: { $0.1.contains(scalar.value) }) {
      self = found
      return
    }
    // The separators and embedding controls, which the rule never allows.
    guard !Self.listed.contains(scalar.value) else {
      self = .other
      return
    }
    switch scalar.properties.generalCategory {
    // Nonspacing marks, except for five of class L.
    case .nonspacingMark, .enclosingMark: self = Self.strongMarks.contains(scalar.value) ? .L : .NSM
    default: self = .L
    }
  }

  private static let strongMarks: Set<UInt32> = [0xCBF, 0xCC6, 0x11A07, 0x11A08, 0x11C3F]
}
