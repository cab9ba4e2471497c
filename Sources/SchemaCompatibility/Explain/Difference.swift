import JSONText

/// A difference between the wide side, which allows more, and the narrow side, which allows less, as data. For screens
/// the wide side is the old schema and the narrow side the new one; for apps it is the other way round.
enum Difference {
  /// The kinds that only the wide side allows, and the kinds that the narrow side allows.
  case kinds(KindSet, allowed: KindSet)
  /// The values that only the wide side allows, if it lists them, and the values that the narrow side allows.
  case values([JSONValue], allowed: [JSONValue])
  case bound(Bound, Count, before: Count?)
  case multipleOf(JSONNumber)
  case pattern(String)
  case format(TextFormat)
  /// A member that the narrow side requires. `isKnown` is whether the wide side describes it.
  case required(String, isKnown: Bool)
  case dependentRequired(String, by: String)
  case removedMember(String)
  case otherMembers
  case memberNames
  case removedElements(limit: Int)
  case repeatedElements
  case contains
  /// Content that fits none of the narrow side's alternatives; `number` is its alternative on the wide side.
  case noAlternative(of: Int, number: Int?)
  case manyAlternatives
  case never
  case excluded
  case other
  case tooCostly(steps: Int)

  enum Bound {
    case minimum, exclusiveMinimum, maximum, exclusiveMaximum
    case minLength, maxLength, minItems, maxItems, minProperties, maxProperties
  }

  /// A number as text.
  struct Count: Equatable {
    let text: String
    init(_ text: String) { self.text = text }
    init(_ count: Int) { text = String(count) }
  }

  /// The prefix of the message when the difference is not certain.
  var perhaps: String { if case .tooCostly = self { "" } else { "perhaps " } }

  var code: CompatibilityReason.Code {
    switch self {
    case .kinds: .type
    case .values: .values
    case .bound(let bound, _, _):
      switch bound {
      case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum: .bounds
      case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties: .size
      }
    case .multipleOf: .bounds
    case .pattern: .pattern
    case .format: .format
    case .required, .dependentRequired: .required
    case .removedMember: .removedMember
    case .otherMembers: .otherMembers
    case .memberNames: .memberNames
    case .removedElements: .otherElements
    case .repeatedElements, .contains: .elements
    case .noAlternative, .manyAlternatives: .alternatives
    case .never, .excluded: .excluded
    case .other: .other
    case .tooCostly: .tooCostly
    }
  }
}
