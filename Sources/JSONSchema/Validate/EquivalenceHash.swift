import JSONText

extension JSONValue {
  /// A hash that is equal for values that ``isEquivalent(to:)`` treats as equal.
  var equivalenceHash: Int {
    var hasher = Hasher()
    combineEquivalence(into: &hasher)
    return hasher.finalize()
  }

  func combineEquivalence(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let number):
      number.combineValue(into: &hasher)
    case .string(let text): hasher.combine(ExactString(text))
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.combineEquivalence(into: &hasher) }
    case .object(let object):
      // The order of members does not matter, so their hashes are added up.
      var sum = 0
      for member in object.members {
        var inner = Hasher()
        inner.combine(ExactString(member.name))
        member.value.combineEquivalence(into: &inner)
        sum &+= inner.finalize()
      }
      hasher.combine(sum)
    }
  }
}
