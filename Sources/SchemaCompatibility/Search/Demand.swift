import JSONText

/// A demand on a value that is simple enough to be collected with others, or a literal that has yet to be
/// taken apart.
enum Demand: Sendable {
  case literal(Literal)
  case kinds(KindSet)
  /// The value is among these.
  case among(ValueList)
  case exclude(ValueList)

  case lowest(NumberBound)
  case highest(NumberBound)
  case multipleOf(JSONNumber)
  case notMultipleOf(JSONNumber)

  case minLength(Int)
  case maxLength(Int)
  case pattern(TextPattern, isMatching: Bool)
  case format(TextFormat, isMatching: Bool)

  case members(MemberRule)
  case present(String)
  case absent(String)
  case implies(String, [String])
  /// The member is there, and its value is so.
  case member(String, Literal)
  /// Some member that the pattern matches has a value so.
  case memberMatching(TextPattern, Literal)
  /// Some member that the rule leaves over has a value so.
  case memberLeftOver(MemberRule, Literal)
  case minProperties(Int)
  case maxProperties(Int)
  case names(Literal)
  /// Some member's name is so.
  case someName(Literal)

  case elements(ElementRule)
  /// There is an element of that index, and it is so.
  case element(Int, Literal)
  /// Some element from that index on is so.
  case elementFrom(Int, Literal)
  case minItems(Int)
  case maxItems(Int)
  case distinct(Bool)
  case containsAtLeast(Int, Literal)
  case containsAtMost(Int, Literal)

  /// Something of which nothing is known.
  case opaque

  /// The kinds of values that can meet the demand. One on members is only met by an object when it asks that
  /// something be there; what is asked of all members is met by any other value.
  var kinds: KindSet {
    switch self {
    case .kinds(let kinds): kinds
    case .among(let list): list.kinds
    case .notMultipleOf: .number
    case .pattern(_, let isMatching): isMatching ? .all : .string
    case .format(_, let isMatching): isMatching ? .all : .string
    case .present, .member, .memberMatching, .memberLeftOver, .someName: .object
    case .element, .elementFrom: .array
    case .distinct(let isDistinct): isDistinct ? .all : .array
    default: .all
    }
  }
}

/// Lists of demands of which one must be met.
typealias Alternatives = [[Demand]]

/// Alternatives, with what they stand for.
struct Choice: Sendable {
  var alternatives: Alternatives
  /// The node that the alternatives together deny, if that is what they do.
  var denied: Int?
}
