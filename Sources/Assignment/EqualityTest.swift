internal import JSONText

// What a value means that stands in a condition where operators could: a text, a number and a flag are compared
// after ECMAScript's conversions, everything else as `JSON.stringify` writes it.

/// The value as text is this text.
struct TextTest: ValueTest {
  private let text: String
  /// The number that ECMAScript writes as the text, so that a number need not be written to be compared.
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

/// The value as text is this text, but for case.
struct CaselessTextTest: ValueTest {
  private let lowercased: String

  init(_ text: String) { lowercased = text.lowercasedAsECMA() }

  func passes(_ value: JSONValue) -> Bool {
    value.ecmaText.lowercasedAsECMA().hasSameScalars(as: lowercased)
  }
}

/// The value as a number is this number. What is missing is 0.
struct NumberTest: ValueTest {
  let number: Double

  func passes(_ value: JSONValue) -> Bool { value.ecmaNumber == number }
}

/// The value, which is not missing, is as true as this.
struct FlagTest: ValueTest {
  let flag: Bool

  func passes(_ value: JSONValue) -> Bool { value != .null && value.isTruthy == flag }
}

/// The value is null or missing.
struct NullTest: ValueTest {
  func passes(_ value: JSONValue) -> Bool { value == .null }
}

/// The value is written as this one is.
struct WrittenTest: ValueTest {
  let other: JSONValue

  func passes(_ value: JSONValue) -> Bool { value.isWrittenSame(as: other) }
}

/// `$eq` and `$ne`, which convert nothing.
struct IdentityTest: ValueTest {
  let other: JSONValue
  let isNegated: Bool

  func passes(_ value: JSONValue) -> Bool { value.isStrictlyEqual(to: other) != isNegated }
}
