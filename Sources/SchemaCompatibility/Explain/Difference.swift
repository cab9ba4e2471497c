import JSONText

/// What one side allows and the other does not, as data. "Before" is the side that allows more, "after" the
/// side that allows less: for screens the old and the new schema, for apps the new and the old one.
enum Difference {
  /// Kinds that are allowed on one side only, and those that the other allows.
  case kinds(KindSet, allowed: KindSet)
  /// Values that are allowed on one side only, if they can be listed, and those that the other allows.
  case values([JSONValue], allowed: [JSONValue])
  case bound(Bound, Count, before: Count?)
  case multipleOf(JSONNumber)
  case pattern(String)
  case format(TextFormat)
  /// A member that is required; `isKnown` when the side that does not require it describes it.
  case required(String, isKnown: Bool)
  case dependentRequired(String, by: String)
  case removedMember(String)
  case otherMembers
  case memberNames
  case removedElements(limit: Int)
  case repeatedElements
  case contains
  /// What is allowed by no alternative; the number of the alternative of the other side that it is of.
  case noAlternative(of: Int, number: Int?)
  case manyAlternatives
  case never
  case excluded
  case other
  case tooCostly(steps: Int)

  enum Bound {
    case lowest, aboveLowest, highest, belowHighest
    case minLength, maxLength, minItems, maxItems, minProperties, maxProperties
  }

  /// A number as it is written.
  struct Count: Equatable {
    let text: String
    init(_ text: String) { self.text = text }
    init(_ count: Int) { text = String(count) }
  }

  /// What a message begins with when the difference is not certain.
  var perhaps: String { if case .tooCostly = self { "" } else { "perhaps " } }

  var code: CompatibilityReason.Code {
    switch self {
    case .kinds: .type
    case .values: .values
    case .bound(let bound, _, _):
      switch bound {
      case .lowest, .aboveLowest, .highest, .belowHighest: .bounds
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
