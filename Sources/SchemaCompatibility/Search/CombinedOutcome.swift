import JSONText

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
