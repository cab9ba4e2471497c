import JSONText

/// An elementary demand on a value, or a literal that is not decomposed yet.
enum Demand: Sendable {
  case literal(Literal)
  case kinds(KindSet)
  /// The value is one of these.
  case among(ValueList)
  case exclude(ValueList)

  case minimum(NumberBound)
  case maximum(NumberBound)
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
  /// The member exists, and its value satisfies the literal.
  case member(String, Literal)
  /// A member whose name matches the pattern has a value that satisfies the literal.
  case memberMatching(TextPattern, Literal)
  /// A member that the rule does not describe has a value that satisfies the literal.
  case additionalMember(MemberRule, Literal)
  case minProperties(Int)
  case maxProperties(Int)
  case names(Literal)
  /// The name of a member satisfies the literal.
  case someName(Literal)

  case elements(ElementRule)
  /// The element with this index exists and satisfies the literal.
  case element(Int, Literal)
  /// An element from this index on satisfies the literal.
  case elementFrom(Int, Literal)
  case minItems(Int)
  case maxItems(Int)
  case distinct(Bool)
  case containsAtLeast(Int, Literal)
  case containsAtMost(Int, Literal)

  /// A demand with an unknown meaning.
  case opaque

  /// The kinds of values that can meet the demand. Only an object can meet a demand that a member exists; any value of
  /// another kind meets a demand on all members.
  var kinds: KindSet {
    switch self {
    case .kinds(let kinds): kinds
    case .among(let list): list.kinds
    case .notMultipleOf: .number
    case .pattern(_, let isMatching): isMatching ? .all : .string
    case .format(_, let isMatching): isMatching ? .all : .string
    case .present, .member, .memberMatching, .additionalMember, .someName: .object
    case .element, .elementFrom: .array
    case .distinct(let isDistinct): isDistinct ? .all : .array
    default: .all
    }
  }
}

/// Lists of demands. A value must meet all demands of at least one list.
typealias Alternatives = [[Demand]]

extension Alternatives {
  /// The steps that making and taking them counts as.
  var cost: Int { reduce(count) { $0 + $1.count } / 16 }
}

/// Alternatives that the search has to choose from.
struct Choice: Sendable {
  var alternatives: Alternatives
  /// The node that the alternatives deny; nil if they deny none.
  var denied: Int?
}
