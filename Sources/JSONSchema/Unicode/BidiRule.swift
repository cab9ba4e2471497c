/// The Bidi rule (RFC 5893 §2).
enum BidiRule {
  /// Whether the labels of a name satisfy the rule, which applies only to names with a right-to-left character (§1.4).
  static func allows(_ labels: [[Unicode.Scalar]]) -> Bool {
    // No ASCII character is right-to-left.
    guard labels.contains(where: { !$0.allSatisfy(\.isASCII) }) else { return true }
    let classes = labels.map { $0.map { BidiClass($0) } }
    let concerns = classes.contains { $0.contains { $0 == .R || $0 == .AL || $0 == .AN } }
    return !concerns || classes.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ label: [BidiClass]) -> Bool {
    let end = label.last { $0 != .NSM }
    switch label.first {
    case .R, .AL:
      return label.allSatisfy { [.R, .AL, .AN, .EN, .ES, .CS, .ET, .ON, .BN, .NSM].contains($0) }
        && [.R, .AL, .EN, .AN].contains(end) && !(label.contains(.EN) && label.contains(.AN))
    case .L:
      return label.allSatisfy { [.L, .EN, .ES, .CS, .ET, .ON, .BN, .NSM].contains($0) }
        && [.L, .EN].contains(end)
    default: return false
    }
  }
}
