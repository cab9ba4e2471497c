internal import JSONText

// The tests of a plain value in place of operators. A string, a number and a boolean are compared after
// ECMAScript's conversions; null means null or missing; anything else is compared as `JSON.stringify` writes it.

/// Whether the value, converted to a string, is this text.
struct TextTest: ValueTest {
  private let text: String
  /// The number that ECMAScript writes as the text. With it, comparing a number builds no string.
  private let number: Double?

  init(_ text: String) {
    self.text = text
    let number = ecmaNumber(from: text)
    self.number = ecmaText(of: number).hasSameScalars(as: text) ? number : nil
  }

  func passes(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let own): own.hasSameScalars(as: text)
    case .number(let own): own.double == number
    case .null, .bool, .array, .object: value.ecmaText.hasSameScalars(as: text)
    }
  }
}

/// Whether the value, converted to a string, is this text, ignoring case.
struct CaselessTextTest: ValueTest {
  private let lowercased: String

  init(_ text: String) { lowercased = text.lowercasedAsECMA() }

  func passes(_ value: JSONValue) -> Bool {
    value.ecmaText.lowercasedAsECMA().hasSameScalars(as: lowercased)
  }
}

/// Whether the value, converted to a number, is this number. A missing value is 0.
struct NumberTest: ValueTest {
  let number: Double

  func passes(_ value: JSONValue) -> Bool { value.ecmaNumber == number }
}

/// Whether the value is present and, converted to a boolean, is this one.
struct FlagTest: ValueTest {
  let flag: Bool

  func passes(_ value: JSONValue) -> Bool { value != .null && value.isTruthy == flag }
}

/// Whether the value is null or missing.
struct NullTest: ValueTest {
  func passes(_ value: JSONValue) -> Bool { value == .null }
}

/// Whether `JSON.stringify` writes both values the same.
struct WrittenTest: ValueTest {
  let other: JSONValue

  func passes(_ value: JSONValue) -> Bool { value.isWrittenSame(as: other) }
}

/// `$eq` and `$ne`, without conversions.
struct IdentityTest: ValueTest {
  let other: JSONValue
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool { value.isStrictlyEqual(to: other) != isNegated }
}
