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
