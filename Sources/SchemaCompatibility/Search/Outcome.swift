import JSONText

/// What a search for a value came to.
enum Outcome: Sendable {
  /// There is no such value: provided that there is none either for the questions that are still open further
  /// out than the one of this number, with smaller values. `Int.max` when nothing is assumed.
  case none(assuming: Int)
  /// A value; when it is not certain, something is asked of it of which nothing is known.
  case found(JSONValue, isCertain: Bool)
  case unknown

  static let never = Outcome.none(assuming: .max)

  var isNone: Bool { if case .none = self { true } else { false } }

  var value: JSONValue? { if case .found(let value, _) = self { value } else { nil } }
}

/// The outcome of several searches of which one must find something.
struct AnyOutcome {
  private var uncertain: JSONValue?
  private var isUnknown = false
  private var assuming = Int.max

  /// - Returns: whether the search can end.
  mutating func add(_ outcome: Outcome) -> Outcome? {
    switch outcome {
    case .none(let assumed): assuming = min(assuming, assumed)
    case .unknown: isUnknown = true
    case .found(_, isCertain: true): return outcome
    case .found(let value, isCertain: false): uncertain = uncertain ?? value
    }
    return nil
  }

  /// The outcome when none has ended the search.
  var outcome: Outcome {
    if let uncertain { return .found(uncertain, isCertain: false) }
    return isUnknown ? .unknown : .none(assuming: assuming)
  }
}
