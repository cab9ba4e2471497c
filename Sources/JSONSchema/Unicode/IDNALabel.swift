import Patterns

/// The code points and rules of internationalized labels (RFC 5891 §4.2, RFC 5892).
enum IDNALabel {
  /// Whether characters, at least one of which is not ASCII, form a U-label. Does not check the Bidi rule, which
  /// applies to the whole name.
  static func isValid(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, label.first != "-", label.last != "-" else { return false }
    // Hyphens in the third and fourth place (RFC 5891 §4.2.3.1)
    if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
    // Leading combining marks (§4.2.3.2)
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    guard NormalizationFormC.holds(label) else { return false }
    return label.indices.allSatisfy { place in
      ContextRule.allows(label, at: place) ?? isProtocolValid(label[place])
    }
  }

  /// RFC 5892 §3: whether the derived property is PVALID.
  private static func isProtocolValid(_ scalar: Unicode.Scalar) -> Bool {
    if let exception = exceptions[scalar.value] { return exception }
    let properties = scalar.properties
    switch scalar {
    case "a"..."z", "0"..."9", "-": return true
    default: break
    }
    // Unstable (§2.2), IgnorableProperties (§2.3), IgnorableBlocks (§2.4), OldHangulJamo (§2.9)
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint
      || properties.isWhitespace || properties.isNoncharacterCodePoint || refusedBlocks.contains(scalar.value)
    {
      return false
    }
    // LetterDigits (§2.1)
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      return true
    default: return false
    }
  }

  /// The blocks of combining marks for symbols and of musical notation, and the conjoining Hangul letters.
  private static let refusedBlocks = ScalarSet([
    0x1100...0x11FF, 0x20D0...0x20FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x1D100...0x1D24F,
  ])

  /// §2.6: PVALID or not, regardless of the category. ``ContextRule`` has those with a contextual rule.
  private static let exceptions: [UInt32: Bool] = [
    0xDF: true, 0x3C2: true, 0x6FD: true, 0x6FE: true, 0xF0B: true, 0x3007: true,
    0x640: false, 0x7FA: false, 0x302E: false, 0x302F: false, 0x3031: false, 0x3032: false, 0x3033: false,
    0x3034: false, 0x3035: false, 0x303B: false,
  ]
}
