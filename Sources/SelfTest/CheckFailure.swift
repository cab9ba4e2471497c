/// A difference between the expectation and the behaviour of a server.
struct CheckFailure: Error, CustomStringConvertible {
  /// The subject: "status of GET /health".
  let what: String
  let expected: String
  let got: String

  /// One line with shortened values.
  var description: String { "\(what): expected \(Self.shortened(expected)), got \(Self.shortened(got))" }

  private static let longest = 400

  private static func shortened(_ text: String) -> String {
    let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return line.unicodeScalars.count <= longest
      ? line : String(String.UnicodeScalarView(line.unicodeScalars.prefix(longest))) + "…"
  }
}

/// Throws ``CheckFailure`` if the values differ.
func expect<Value: Equatable>(_ what: String, _ got: Value, is expected: Value) throws(CheckFailure) {
  guard got == expected else {
    throw CheckFailure(what: what, expected: "\(expected)", got: "\(got)")
  }
}

/// Throws ``CheckFailure`` if the condition is false.
func expect(
  _ what: String, _ condition: Bool, _ expected: String, got: @autoclosure () -> String
) throws(CheckFailure) {
  guard condition else { throw CheckFailure(what: what, expected: expected, got: got()) }
}

/// Returns the value. Throws ``CheckFailure`` if it is nil.
func require<Value>(
  _ what: String, _ value: Value?, _ expected: String = "a value", got: @autoclosure () -> String = "none"
) throws(CheckFailure) -> Value {
  guard let value else { throw CheckFailure(what: what, expected: expected, got: got()) }
  return value
}
