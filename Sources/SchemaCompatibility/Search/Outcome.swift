import JSONText

/// The result of the search for a value.
enum Outcome: Sendable {
  /// There is no such value, assuming that the open questions from this number on have no smaller value either.
  /// `Int.max` without an assumption.
  case none(assuming: Int)
  /// A value. It is not certain if it depends on a demand with an unknown meaning.
  case found(JSONValue, isCertain: Bool)
  case unknown

  static let never = Outcome.none(assuming: .max)

  var isNone: Bool { if case .none = self { true } else { false } }

  var value: JSONValue? { if case .found(let value, _) = self { value } else { nil } }
}

/// The combined outcome of several searches, one of which must find a value.
struct CombinedOutcome {
  private var uncertain: JSONValue?
  private var isUnknown = false
  private var assuming = Int.max

  /// - Returns: the final outcome if the search can end.
  mutating func add(_ outcome: Outcome) -> Outcome? {
    switch outcome {
    case .none(let assumed): assuming = min(assuming, assumed)
    case .unknown: isUnknown = true
    case .found(_, isCertain: true): return outcome
    case .found(let value, isCertain: false): uncertain = uncertain ?? value
    }
    return nil
  }

  /// The outcome when no search has ended it early.
  var outcome: Outcome {
    if let uncertain { return .found(uncertain, isCertain: false) }
    return isUnknown ? .unknown : .none(assuming: assuming)
  }
}
