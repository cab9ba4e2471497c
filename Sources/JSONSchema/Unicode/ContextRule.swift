import Patterns

/// The contextual rules of RFC 5892 appendix A.
enum ContextRule {
  /// Whether the rule of a character allows it at its place; nil when it has no rule.
  static func allows(_ label: [Unicode.Scalar], at place: Int) -> Bool? {
    let before = place > 0 ? label[place - 1] : nil
    let after = place + 1 < label.count ? label[place + 1] : nil
    switch label[place] {
    case "\u{200C}": return isVirama(before) || joins(label, around: place)  // A.1
    case "\u{200D}": return isVirama(before)  // A.2
    case "\u{00B7}": return before == "l" && after == "l"  // A.3
    case "\u{0375}": return isOf(.greek, after)  // A.4
    case "\u{05F3}", "\u{05F4}": return isOf(.hebrew, before)  // A.5, A.6
    case "\u{30FB}":  // A.7
      return label.contains { isOf(.hiragana, $0) || isOf(.katakana, $0) || isOf(.han, $0) }
    case "\u{0660}"..."\u{0669}": return !label.contains { ("\u{06F0}"..."\u{06F9}").contains($0) }  // A.8
    case "\u{06F0}"..."\u{06F9}": return !label.contains { ("\u{0660}"..."\u{0669}").contains($0) }  // A.9
    default: return nil
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  private static func isOf(_ script: UnicodeScript?, _ scalar: Unicode.Scalar?) -> Bool {
    guard let script, let scalar else { return false }
    return script.contains(scalar.value)
  }

  /// (Joining_Type:{L,D})(Joining_Type:T)*\u200C(Joining_Type:T)*(Joining_Type:{R,D})
  private static func joins(_ label: [Unicode.Scalar], around place: Int) -> Bool {
    let before = label[..<place].last { !JoiningType.isTransparent($0) }
    let after = label[(place + 1)...].first { !JoiningType.isTransparent($0) }
    guard let before, let after else { return false }
    return JoiningType.joinsAfter(before) && JoiningType.joinsBefore(after)
  }
}
