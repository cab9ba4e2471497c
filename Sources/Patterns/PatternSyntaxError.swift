/// The reason why a text is not a regular expression, and its location.
package struct PatternSyntaxError: Error, Sendable, Equatable {
  /// The offset in the pattern, in Unicode scalars from 0.
  package let offset: Int
  package let kind: Kind

  package enum Kind: String, Sendable {
    case unexpectedEnd = "it ends too early"
    case nothingToRepeat = "there is nothing to repeat"
    case loneBracket = "an unmatched bracket or brace"
    case badEscape = "an unknown escape"
    case badProperty = "an unknown Unicode property"
    case badGroup = "an unknown kind of group"
    case badGroupName = "a group name that is not an identifier, or is repeated"
    case badBackreference = "a reference to a group that does not exist"
    case badRange = "a range whose ends are not in order, or not characters"
    case badQuantifier = "a quantifier whose numbers are not in order"
    case tooDeep = "groups nested too deep"
    case tooLarge = "too large"
  }

  package var message: String { "\(kind.rawValue), at character \(offset + 1)" }
}
