internal import JSONText

/// A test of one value, without parts of its own.
protocol ValueTest: Sendable {
  func passes(_ value: JSONValue) -> Bool
}

/// A test that gives the same result for all values.
struct ConstantTest: ValueTest {
  let result: Bool

  func passes(_ value: JSONValue) -> Bool { result }
}

/// `$exists`: whether the value is present and not null.
struct ExistenceTest: ValueTest {
  let expected: Bool

  func passes(_ value: JSONValue) -> Bool { (value != .null) == expected }
}

/// `$type`: whether the value has this type.
struct KindTest: ValueTest {
  let kind: JSONKind

  func passes(_ value: JSONValue) -> Bool { value.kind == kind }
}

/// `$in`, `$inGroup`, their opposites and their variants that ignore case.
struct MembershipTest: ValueTest {
  let list: ValueList
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool { list.matches(value) != isNegated }
}

/// An operator beside GrowthBook's.
struct OperandTest: ValueTest {
  let matcher: any OperandMatcher

  func passes(_ value: JSONValue) -> Bool { matcher.passes(value) }
}

/// `$regex`, its opposite and their variants that ignore case.
struct PatternTest: ValueTest {
  let matcher: any PatternMatcher
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool {
    // A matcher that gave up does not know the result, so `$regex` and `$notRegex` both fail.
    guard let isFound = matcher.isFound(in: value.ecmaText) else { return false }
    return isFound != isNegated
  }
}
