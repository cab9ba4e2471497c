internal import JSONText

/// A comparison operator.
enum OrderRelation: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// - Parameter order: negative, zero or positive when the left side is less, equal or greater.
  func holds(for order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// `$lt`, `$lte`, `$gt` and `$gte` (ECMA-262 §7.2.12 IsLessThan): compares two strings as strings, and anything
/// else as numbers. No comparison with NaN passes.
struct OrderTest: ValueTest {
  private let relation: OrderRelation
  private let text: String?
  private let number: Double

  init(_ relation: OrderRelation, _ operand: JSONValue) {
    self.relation = relation
    text = operand.primitiveText
    number = operand.ecmaNumber
  }

  func passes(_ value: JSONValue) -> Bool {
    if let text, let own = value.primitiveText {
      return relation.holds(for: compareUTF16(own.utf8, text.utf8))
    }
    let own = value.ecmaNumber
    guard !own.isNaN, !number.isNaN else { return false }
    return relation.holds(for: own < number ? -1 : own == number ? 0 : 1)
  }
}

/// `$veq`, `$vne`, `$vlt`, `$vlte`, `$vgt` and `$vgte`.
struct VersionTest: ValueTest {
  let relation: OrderRelation
  let version: VersionText

  func passes(_ value: JSONValue) -> Bool { relation.holds(for: version.order(of: value)) }
}
