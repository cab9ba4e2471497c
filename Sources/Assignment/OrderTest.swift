internal import JSONText

/// How two things that have an order may stand to each other.
enum OrderRelation: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// Whether it holds for an order that is negative, zero or positive.
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

/// `$lt` and its kin (ECMA-262 §7.2.12 IsLessThan): compared as texts when both are, else as numbers, of which
/// NaN is neither less nor greater.
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

/// `$vlt` and its kin.
struct VersionTest: ValueTest {
  let relation: OrderRelation
  let version: VersionText

  func passes(_ value: JSONValue) -> Bool { relation.holds(for: version.order(of: value)) }
}
