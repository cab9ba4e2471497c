package import JSONText

// ECMAScript's conversions of JSON values. GrowthBook's JavaScript SDK defines what a condition means, and it
// uses these conversions.
extension JSONValue {
  /// ToBoolean (ECMA-262 §7.1.2): null, false, 0 and the empty string are false, everything else is true.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number(let number): number.double != 0
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }

  /// ToString (§7.1.17), with an array as its elements joined by commas (§23.1.3.18) and an object as
  /// `[object Object]`.
  package var ecmaText: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): Assignment.ecmaText(of: number.double)
    case .string(let text): text
    case .array(let elements):
      elements.map { $0 == .null ? "" : $0.ecmaText }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }

  /// ToNumber (§7.1.4).
  package var ecmaNumber: Double {
    switch self {
    case .null: 0
    case .bool(let flag): flag ? 1 : 0
    case .number(let number): number.double
    case .string(let text): Assignment.ecmaNumber(from: text)
    case .array: Assignment.ecmaNumber(from: ecmaText)
    case .object: .nan
    }
  }

  /// The result of ToPrimitive (§7.1.1) if it is a string; nil otherwise.
  var primitiveText: String? {
    switch self {
    case .string(let text): text
    case .array, .object: ecmaText
    case .null, .bool, .number: nil
    }
  }

  /// IsStrictlyEqual (§7.2.16), `===`. Arrays and objects are never equal: ECMAScript compares their identity.
  func isStrictlyEqual(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a.double == b.double
    case (.string(let a), .string(let b)): a.hasSameScalars(as: b)
    default: false
    }
  }

  /// Whether `JSON.stringify` (§25.5.2) writes both the same.
  ///
  /// ECMAScript writes members in the order of §10.1.11.1: names that are array indices first, by number, then
  /// the others in their own order. It writes a number beyond the range of a double as `null`.
  func isWrittenSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isWrittenSame(as: $1) }
    case (.object(let a), .object(let b)):
      guard a.count == b.count else { return false }
      return zip(inECMAOrder(a), inECMAOrder(b)).allSatisfy {
        $0.name.hasSameScalars(as: $1.name) && $0.value.isWrittenSame(as: $1.value)
      }
    case (.number(let a), .null), (.null, .number(let a)):
      return !a.double.isFinite
    case (.number(let a), .number(let b)):
      let (x, y) = (a.double, b.double)
      return x == y || (!x.isFinite && !y.isFinite)
    default:
      return isStrictlyEqual(to: other)
    }
  }
}

private func inECMAOrder(_ object: JSONObject) -> [JSONMember] {
  let indices = object.members.enumerated().compactMap { place, member in
    arrayIndex(member.name).map { (index: $0, place: place) }
  }
  guard !indices.isEmpty else { return object.members }
  let first = indices.sorted { $0.index < $1.index }.map { object.members[$0.place] }
  return first + object.members.filter { arrayIndex($0.name) == nil }
}

/// The array index that a name stands for (ECMA-262 §6.1.7): the canonical decimal text of a whole number below
/// 2³² − 1.
private func arrayIndex(_ name: String) -> UInt32? {
  guard let index = JSONPointer.arrayIndex(name), index < Int(UInt32.max) else { return nil }
  return UInt32(exactly: index)
}
