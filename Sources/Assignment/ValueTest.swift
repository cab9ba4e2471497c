internal import JSONText

/// A test of one value that needs no other value.
protocol ValueTest: Sendable {
  func passes(_ value: JSONValue) -> Bool
}

/// A test that does not look.
struct ConstantTest: ValueTest {
  let answer: Bool

  func passes(_ value: JSONValue) -> Bool { answer }
}

/// `$exists`: whether the value is anything but null.
struct ExistenceTest: ValueTest {
  let expected: Bool

  func passes(_ value: JSONValue) -> Bool { (value != .null) == expected }
}

/// `$type`.
struct KindTest: ValueTest {
  let kind: JSONKind

  func passes(_ value: JSONValue) -> Bool { value.kind == kind }
}

/// `$in` and its kin.
struct MembershipTest: ValueTest {
  let list: ValueList
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool { list.matches(value) != isNegated }
}

/// `$regex` and its kin.
struct PatternTest: ValueTest {
  let matcher: any PatternMatcher
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool {
    // A matcher that gave up has not said no, so neither sense of the test passes.
    guard let isFound = matcher.isFound(in: value.ecmaText) else { return false }
    return isFound != isNegated
  }
}
