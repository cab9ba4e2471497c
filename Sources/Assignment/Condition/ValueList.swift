internal import JSONText

/// A list of values that is searched by ECMAScript's SameValueZero (ECMA-262 §7.2.11): numbers are equal by value,
/// strings by their characters. It never finds an array or object, because SameValueZero compares their identity.
struct ValueList: Sendable {
  private var texts: [String] = []
  private var textIndex: Set<ExactString> = []
  private var numbers: [Double] = []
  private var numberIndex: Set<Double> = []
  private var holdsNull = false
  private var holdsTrue = false
  private var holdsFalse = false
  private let ignoresCase: Bool

  /// The largest list that is searched linearly; up to this size that is faster than hashing.
  private static let scannedCount = 8

  init(_ values: [JSONValue], ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    for value in values { add(value) }
    if texts.count > Self.scannedCount { textIndex = Set(texts.map(ExactString.init)) }
    if numbers.count > Self.scannedCount { numberIndex = Set(numbers) }
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .null: holdsNull = true
    case .bool(let flag): if flag { holdsTrue = true } else { holdsFalse = true }
    case .number(let number): numbers.append(number.double)
    case .string(let text): texts.append(ignoresCase ? text.lowercasedAsECMA() : text)
    case .array, .object: break
    }
  }

  /// Whether the value is in the list; for an array, whether any of its elements is.
  func matches(_ value: JSONValue) -> Bool {
    guard case .array(let elements) = value else { return contains(value) }
    for element in elements where contains(element) { return true }
    return false
  }

  private func contains(_ value: JSONValue) -> Bool {
    switch value {
    case .null: holdsNull
    case .bool(let flag): flag ? holdsTrue : holdsFalse
    case .number(let number): contains(number.double)
    case .string(let text): contains(text)
    case .array, .object: false
    }
  }

  private func contains(_ number: Double) -> Bool {
    numbers.count > Self.scannedCount ? numberIndex.contains(number) : numbers.contains(number)
  }

  private func contains(_ text: String) -> Bool {
    if ignoresCase {
      if texts.count <= Self.scannedCount, text.utf8.allSatisfy({ $0 < 0x80 }) {
        for candidate in texts where text.hasLowercase(candidate) { return true }
        return false
      }
      return containsExactly(text.lowercasedAsECMA())
    }
    return containsExactly(text)
  }

  private func containsExactly(_ text: String) -> Bool {
    if texts.count > Self.scannedCount { return textIndex.contains(ExactString(text)) }
    for candidate in texts where candidate.hasSameScalars(as: text) { return true }
    return false
  }
}

extension String {
  /// Whether this text in lower case is the other one. Allocates nothing; this text must be ASCII.
  fileprivate func hasLowercase(_ lowercased: String) -> Bool {
    guard utf8.count == lowercased.utf8.count else { return false }
    return zip(utf8, lowercased.utf8).allSatisfy { byte, lowered in
      let isUppercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      return (isUppercase ? byte | 0x20 : byte) == lowered
    }
  }
}
